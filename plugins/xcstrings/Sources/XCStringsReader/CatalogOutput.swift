import GlossportReading

/// Makes units and findings of one catalog and counts them.
struct CatalogOutput {
    /// How many errors a file may have before reading is given up.
    static let defectLimit = 100

    let path: String
    /// Which keys are wanted; all if there is none.
    let wanted: KeyFilter?
    private let emit: (ReadEvent) -> Void
    private(set) var summary = ReadSummary()
    private(set) var defects = 0
    private(set) var hasFindings = false
    private var namedLocales: Set<String> = []

    init(path: String, wanted: KeyFilter?, emit: @escaping (ReadEvent) -> Void) {
        self.path = path
        self.wanted = wanted
        self.emit = emit
    }

    mutating func unit(
        _ key: String,
        _ locale: String?,
        source: String?,
        target: String?,
        _ state: TranslationState,
        notes: [String],
        at place: TextCursor.Place
    ) {
        summary.units += 1
        emit(
            .unit(
                TranslationUnit(
                    key: key,
                    locale: locale,
                    source: source,
                    target: target,
                    state: state,
                    notes: notes,
                    location: location(place)
                )
            )
        )
    }

    /// Whether the next texts that are passed over shall be named.
    var namesOthers: Bool { summary.others < ReaderLimits.namedOthers }

    /// Counts a text whose key nobody wants; the first few are named, and the first in each locale.
    mutating func pass(_ key: String, _ locale: String, at place: TextCursor.Place) {
        let isNamed = namesOthers
        summary.units += 1
        summary.others += 1
        let isNew = namedLocales.count < CatalogEntry.localizationLimit && namedLocales.insert(locale).inserted
        guard isNamed || isNew else { return }
        emit(.other(OtherUnit(key: key, locale: locale, location: location(place))))
    }

    /// Reports a finding, with the key if it is about the text of one.
    mutating func finding(
        _ rule: RuleDescription,
        _ text: String,
        remedy: String,
        at place: TextCursor.Place,
        related: [TextCursor.Place] = [],
        locale: String? = nil,
        key: String? = nil
    ) {
        hasFindings = true
        if rule.severity == .error { defects += 1 }
        var finding = Finding(
            rule.id,
            rule.severity,
            text,
            remedy: remedy,
            at: location(place),
            related: related.map { location($0) },
            locale: locale
        )
        finding.key = key
        emit(.finding(finding))
    }

    mutating func skipped(_ reason: String, _ count: Int) {
        if count > 0 { summary.skipped[reason, default: 0] += count }
    }

    /// Takes note of a locale that the catalog holds and the user does not mean.
    mutating func declare(_ locale: String, at place: TextCursor.Place) { summary.declare(locale, at: location(place)) }

    mutating func detected(_ name: String, _ value: String) { summary.detected.append(.init(name, value)) }

    private func location(_ place: TextCursor.Place) -> SourceLocation { place.location(in: path) }

    // MARK: Words for messages

    /// A locale as a message shows it.
    static func plain(_ locale: String) -> String { String(locale.quoted.dropFirst().dropLast()) }

    /// A character as a message shows it; one that cannot be seen by its number.
    static func name(_ scalar: Unicode.Scalar?) -> String {
        guard let scalar else { return "The end of the file" }
        if scalar.isPlain, !scalar.properties.isWhitespace { return "“\(scalar)”" }
        return scalar.codePoint
    }
}
