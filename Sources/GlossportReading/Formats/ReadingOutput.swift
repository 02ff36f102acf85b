/// The units and findings that a reader hands out for one file, counted.
///
/// It makes a ``ReadSummary`` on the way, names the first units that are passed over, and gives up a file that has a hundred errors.
public struct ReadingOutput {
    /// How many errors a file may have before the rest is not read.
    public static let errorLimit = 100
    /// In how many locales the first unit that is passed over is named.
    private static let localeLimit = 1_000

    /// The file, as the user named it.
    public let path: String
    /// The locale of all units, where the whole file is in one.
    public let locale: String?
    /// The totals so far.
    public private(set) var summary = ReadSummary()
    /// The findings so far that are errors.
    public private(set) var errors = 0
    /// Whether there was any finding.
    public private(set) var hasFindings = false
    /// Whether the file has too many errors to read the rest.
    public private(set) var hasGivenUp = false
    private let surrender: (rule: RuleDescription, kind: String)?
    private let emit: (ReadEvent) -> Void
    private var namedLocales: Set<String> = []

    /// Makes the output of one reading.
    ///
    /// - Parameters:
    ///   - path: The file, as the user named it.
    ///   - locale: The locale of all units, where the whole file is in one.
    ///   - surrender: The rule for a file that is given up, and what a file of the format is called, such as `a String Catalog`; without
    ///     it, no file is given up.
    ///   - emit: The closure that the reader was given.
    public init(
        path: String,
        locale: String? = nil,
        surrender: (rule: RuleDescription, kind: String)? = nil,
        emit: @escaping (ReadEvent) -> Void
    ) {
        self.path = path
        self.locale = locale
        self.surrender = surrender
        self.emit = emit
    }

    /// Counts a pair, key or element that has been met, see ``ReadSummary/entries``.
    public mutating func countEntry() { summary.entries += 1 }

    /// Emits a unit; an empty target means an untranslated unit.
    ///
    /// - Parameters:
    ///   - key: The name of the unit in its file.
    ///   - locale: The locale as the file says it; the whole file's where there is none.
    ///   - source: The text in the source language.
    ///   - target: The translation.
    ///   - state: How far the translation has come, if it is there.
    ///   - notes: The notes on it.
    ///   - place: Its place.
    public mutating func unit(
        _ key: String,
        _ locale: String? = nil,
        source: String? = nil,
        target: String?,
        _ state: TranslationState = .translated,
        notes: [String] = [],
        at place: TextCursor.Place
    ) {
        summary.units += 1
        let target = target.flatMap { $0.isEmpty ? nil : $0 }
        emit(
            .unit(
                TranslationUnit(
                    key: key,
                    locale: locale ?? self.locale,
                    source: source,
                    target: target,
                    state: target == nil ? .untranslated : state,
                    notes: notes,
                    location: place.location(in: path)
                )
            )
        )
    }

    /// Whether the next unit that is passed over is named, wherever it is.
    public var namesOthers: Bool { summary.others < ReaderLimits.namedOthers }

    /// Counts a skipped unit; the first few are named, and the first in each locale.
    ///
    /// - Parameters:
    ///   - key: The name of the unit in its file.
    ///   - locale: The locale as the file says it; the whole file's where there is none.
    ///   - place: Its place.
    public mutating func other(_ key: String, _ locale: String? = nil, at place: TextCursor.Place) {
        let isNamed = namesOthers
        summary.units += 1
        summary.others += 1
        let isNew = locale.map { namedLocales.count < Self.localeLimit && namedLocales.insert($0).inserted } ?? false
        guard isNamed || isNew else { return }
        emit(.other(OtherUnit(key: key, locale: locale ?? self.locale, location: place.location(in: path))))
    }

    /// Reports a finding.
    ///
    /// - Parameters:
    ///   - rule: The rule that was broken.
    ///   - text: The problem, as one sentence with a full stop.
    ///   - remedy: The remedy, as one sentence.
    ///   - request: The thing that the vendor is asked to do where the remedy has words for the team.
    ///   - place: Where it is; the file's beginning, if it is about all of it.
    ///   - related: Other places that belong to it.
    ///   - locale: The locale that it is about; the whole file's where there is none.
    ///   - key: The key of the unit that it is about.
    public mutating func finding(
        _ rule: RuleDescription,
        _ text: String,
        remedy: String,
        request: String? = nil,
        at place: TextCursor.Place = TextCursor.Place(),
        related: [TextCursor.Place] = [],
        locale: String? = nil,
        key: String? = nil
    ) {
        hasFindings = true
        var finding = Finding(
            rule.id,
            rule.severity,
            text,
            remedy: remedy,
            request: request,
            at: place.location(in: path),
            related: related.map { $0.location(in: path) },
            locale: locale ?? self.locale
        )
        finding.key = key
        emit(.finding(finding))
        guard rule.severity == .error else { return }
        errors += 1
        guard let surrender, errors >= Self.errorLimit, !hasGivenUp else { return }
        hasGivenUp = true
        self.finding(
            surrender.rule,
            "Reading stopped here after \(Self.errorLimit) defects; the rest was not read.",
            remedy: "Check whether this is \(surrender.kind), and fix the defects above.",
            at: place,
            locale: locale
        )
    }

    /// Counts units that were deliberately not handed out.
    ///
    /// - Parameters:
    ///   - reason: Why, such as `translate="no"`.
    ///   - count: How many.
    public mutating func skip(_ reason: String, _ count: Int = 1) {
        if count > 0 { summary.skipped[reason, default: 0] += count }
    }

    /// Takes note of a locale that the file says it is in; see ``ReadSummary/declare(_:at:)``.
    ///
    /// - Parameters:
    ///   - locale: As the file writes it.
    ///   - place: Where the file says so.
    public mutating func declare(_ locale: String, at place: TextCursor.Place = TextCursor.Place()) {
        summary.declare(locale, at: place.location(in: path))
    }

    /// Takes note of something that was found out about the file.
    ///
    /// - Parameters:
    ///   - name: The name of the property, such as `encoding`.
    ///   - value: The value, such as `UTF-16LE`.
    public mutating func detect(_ name: String, _ value: String) { summary.detected.append(.init(name, value)) }
}
