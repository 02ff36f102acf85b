import GlossportChecking
import GlossportProject
import GlossportReading

/// Finds the texts that a finding concerns: a single text, or those of a message, a file or one or two locales.
struct ConcernedTexts {
    private let review: Review
    private let sources: SourceTexts
    private let files: DeliveredFiles
    /// The messages to translate, sorted.
    let messages: [String]
    private var byPath: [String: [(slot: TextSlot, key: String, place: SourceLocation)]] = [:]
    private var byLocale: [StoreLocale: [TextSlot]] = [:]

    /// Rules about the name of a locale, which do not concern the texts.
    private static let aboutCodes: Set<RuleID> = [.unknownLocale, .noLocale]
    /// Rules about texts that were not delivered.
    static let omissions: Set<RuleID> = [
        .missingField, .messageMissingInLocale, .expectedLocaleMissing, .messageNotDelivered,
    ]

    init(of review: Review, _ sources: SourceTexts, _ files: DeliveredFiles, _ selection: Selection) {
        self.review = review
        self.sources = sources
        self.files = files
        let known = Set(review.catalog.records.map(\.message)).union(sources.texts.keys)
        messages = known.union(review.project.messages.keys).filter(selection.contains(message:)).sorted()
        for record in review.catalog.records {
            for (field, text) in record.texts.sorted(by: { $0.key < $1.key }) {
                let slot = TextSlot(message: record.message, field: field, locale: record.locale)
                byPath[text.location.path, default: []].append((slot, text.key, text.location))
                byLocale[record.locale, default: []].append(slot)
            }
        }
    }

    /// The locales into which the project's messages are translated.
    var targets: [StoreLocale] {
        let project = review.project
        let all = project.locales.expected.isEmpty ? Array(byLocale.keys) : project.locales.expected
        return all.filter { $0 != sources.locale && project.locales.originals[$0] == nil }.sorted()
    }

    /// The slots of a locale without a delivered text.
    func missing(in locale: StoreLocale) -> [TextSlot] { messages.flatMap { missing($0, locale) } }

    private func missing(_ message: String, _ locale: StoreLocale) -> [TextSlot] {
        let delivered = review.record(message, locale.code)?.fields ?? [:]
        // If nothing contains source texts, only the required keys are known.
        let isUnsourced = sources.texts[message] == nil && review.catalog.records.contains { $0.message == message }
        let fields = isUnsourced ? sources.required(message) : sources.fields(of: message)
        return fields.filter { delivered[$0] == nil }
            .map { TextSlot(message: message, field: $0, locale: locale) }
    }

    /// The texts that a finding concerns.
    ///
    /// Empty, for example, for a finding about the name of a locale, for a reader's warning about a whole file, and for
    /// an unreadable file if its locale is unknown.
    func texts(of finding: Finding) -> [TextSlot] {
        guard !Self.aboutCodes.contains(finding.rule) else { return [] }
        let locales = finding.locales.compactMap(files.locale)
        if finding.message != nil { return texts(ofMessageIn: finding, finding.locales.isEmpty ? targets : locales) }
        if Self.omissions.contains(finding.rule) { return locales.flatMap(missing) }
        if finding.otherLocale != nil { return locales.flatMap { byLocale[$0] ?? [] } }
        guard let place = finding.location else { return [] }
        let inFile = byPath.filter { files.isSame($0.key, place.path) }.flatMap(\.value)
            .filter { locales.isEmpty || locales.contains($0.slot.locale) }
        let named = locales.isEmpty ? files.locales(of: place.path) : locales
        if let key = finding.key {
            let own = inFile.filter { $0.key == key }
            return own.isEmpty ? slots(of: key, in: named) : own.map(\.slot)
        }
        let atPlace = texts(at: place, among: inFile)
        if RuleSet.byID[finding.rule] == nil, !atPlace.isEmpty { return atPlace.map(\.slot) }
        // A reader's warning about a whole file does not concern its texts.
        guard finding.severity == .error || RuleSet.byID[finding.rule] != nil else { return [] }
        return inFile.map(\.slot) + named.flatMap(missing)
    }

    /// The texts of a file at a place; empty for the beginning, which means the whole file.
    private func texts(
        at place: SourceLocation,
        among texts: [(slot: TextSlot, key: String, place: SourceLocation)]
    ) -> [(slot: TextSlot, key: String, place: SourceLocation)] {
        guard (place.line, place.column) != (1, 1) else { return [] }
        let exact = texts.filter { $0.place == place }
        return exact.isEmpty ? texts.filter { $0.place.path == place.path && $0.place.line == place.line } : exact
    }

    /// Whether a finding reports that a file could not be read, at least partly.
    func isUnread(_ finding: Finding) -> Bool {
        guard let place = finding.location, finding.severity == .error, RuleSet.byID[finding.rule] == nil,
            finding.key == nil, finding.message == nil
        else { return false }
        return texts(at: place, among: byPath[place.path] ?? []).isEmpty
    }

    private func texts(ofMessageIn finding: Finding, _ locales: [StoreLocale]) -> [TextSlot] {
        guard let message = finding.message else { return [] }
        if finding.rule == .unknownField {
            return meant(by: finding).map { field in
                locales.map { TextSlot(message: message, field: field, locale: $0) }
            } ?? []
        }
        return locales.flatMap { locale -> [TextSlot] in
            if finding.rule == .fieldsExchanged {
                return [.header, .body].map { TextSlot(message: message, field: $0, locale: locale) }
            }
            if let field = finding.field.flatMap({ Field(name: $0) }) {
                return [TextSlot(message: message, field: field, locale: locale)]
            }
            let delivered = (byLocale[locale] ?? []).filter { $0.message == message }
            return delivered.isEmpty || Self.omissions.contains(finding.rule) ? missing(message, locale) : delivered
        }
    }

    /// The slots that a key names according to the first of the project's patterns that matches.
    private func slots(of key: String, in locales: [StoreLocale]) -> [TextSlot] {
        for pattern in [review.project.keys] + review.project.deliveries.compactMap(\.keys) {
            guard case .field(let message, let field) = pattern.match(key), messages.contains(message) else { continue }
            return locales.map { TextSlot(message: message, field: field, locale: $0) }
        }
        return []
    }

    /// The field that a wrong key means, if it is unambiguous.
    private func meant(by finding: Finding) -> Field? {
        guard let unknown = review.catalog.unknownFields.first.first(where: { $0.location == finding.location }) else {
            return nil
        }
        let records = review.catalog.records.filter { $0.message == unknown.message }
        let fields = unknown.meant(in: records)
        return fields.count == 1 ? fields.first : nil
    }
}

extension DeliveredFiles {
    fileprivate func isSame(_ path: String, _ other: String) -> Bool {
        path == other || report(of: path).map { $0.path == report(of: other)?.path } ?? false
    }
}
