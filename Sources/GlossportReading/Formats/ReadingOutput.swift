/// Emits and counts the units and findings of one file.
///
/// It maintains a ``ReadSummary``, emits the first skipped units as examples, and abandons a file after 100 errors.
public struct ReadingOutput {
    /// The number of errors after which the rest of a file is not read.
    public static let errorLimit = 100
    /// The number of locales whose first skipped unit is emitted.
    private static let localeLimit = 1_000

    /// The file, as the user named it.
    public let path: String
    /// The locale of all units if the whole file is in one locale.
    public let locale: String?
    /// The totals so far.
    public private(set) var summary = ReadSummary()
    /// The number of error findings so far.
    public private(set) var errors = 0
    /// Whether a finding was emitted.
    public private(set) var hasFindings = false
    /// Whether the file was abandoned because it has too many errors.
    public private(set) var hasGivenUp = false
    private let surrender: (rule: RuleDescription, kind: String)?
    private let emit: (ReadEvent) -> Void
    private var namedLocales: Set<String> = []

    /// Creates the output of one reading.
    ///
    /// - Parameters:
    ///   - path: The file, as the user named it.
    ///   - locale: The locale of all units if the whole file is in one locale.
    ///   - surrender: The rule for an abandoned file, and the noun for a file of the format, such as `a String
    ///     Catalog`. If `nil`, no file is abandoned.
    ///   - emit: The closure passed to the reader.
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

    /// Counts a pair, key or element of the file; see ``ReadSummary/entries``.
    public mutating func countEntry() { summary.entries += 1 }

    /// Emits a unit; an empty target makes it untranslated, and the locale defaults to the whole file's.
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

    /// Whether the next skipped unit will be emitted as an example, whatever its locale.
    public var namesOthers: Bool { summary.others < ReaderLimits.namedOthers }

    /// Counts a skipped unit, and emits it if it is among the first in the file or the first in its locale.
    public mutating func other(_ key: String, _ locale: String? = nil, at place: TextCursor.Place) {
        let isNamed = namesOthers
        summary.units += 1
        summary.others += 1
        let isNew = locale.map { namedLocales.count < Self.localeLimit && namedLocales.insert($0).inserted } ?? false
        guard isNamed || isNew else { return }
        emit(.other(OtherUnit(key: key, locale: locale ?? self.locale, location: place.location(in: path))))
    }

    /// Emits a finding, by default at the start of the file and in the whole file's locale.
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

    /// Counts units that were deliberately not emitted, with a reason such as `translate="no"`.
    public mutating func skip(_ reason: String, _ count: Int = 1) {
        if count > 0 { summary.skipped[reason, default: 0] += count }
    }

    /// Records a locale that the file declares; see ``ReadSummary/declare(_:at:)``.
    public mutating func declare(_ locale: String, at place: TextCursor.Place = TextCursor.Place()) {
        summary.declare(locale, at: place.location(in: path))
    }

    /// Records a property of the file, such as `encoding` with the value `UTF-16LE`.
    public mutating func detect(_ name: String, _ value: String) { summary.detected.append(.init(name, value)) }
}
