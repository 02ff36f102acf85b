package import GlossportProject
package import GlossportReading

/// The locales and messages that a command processes; an empty set means all.
package struct Selection: Sendable, Hashable {
    package var locales: Set<StoreLocale>
    package var messages: Set<String>
    /// Whether whole deliveries were read; if only some of their files were, nothing can be reported as missing.
    package var hasWholeDeliveries: Bool

    package init(locales: Set<StoreLocale> = [], messages: Set<String> = [], hasWholeDeliveries: Bool = true) {
        self.locales = locales
        self.messages = messages
        self.hasWholeDeliveries = hasWholeDeliveries
    }

    package var isEverything: Bool { locales.isEmpty && messages.isEmpty }

    package func contains(locale: StoreLocale) -> Bool { locales.isEmpty || locales.contains(locale) }
    package func contains(message: String) -> Bool { messages.isEmpty || messages.contains(message) }

    package func contains(_ record: MessageRecord) -> Bool {
        contains(locale: record.locale) && contains(message: record.message)
    }

    package func part(of catalog: Catalog) -> Catalog {
        guard !isEverything else { return catalog }
        var part = catalog
        part.records = catalog.records.filter(contains)
        part.copies = catalog.copies.filter(contains)
        part.locales = catalog.locales.filter { $0.resolution.locale.map { contains(locale: $0) } ?? false }
        part.replaced = catalog.replaced.compactMap { text in
            contains(locale: text.locale) && contains(message: text.message) ? text : nil
        }
        part.unitsUsed = part.records.reduce(0) { $0 + $1.fields.count }
        part.unitsNotSelected = catalog.unitsUsed - part.unitsUsed
        return part
    }

    /// Checks that the selected locales and messages exist.
    ///
    /// - Parameters:
    ///   - catalog: The whole catalog.
    ///   - project: The project. Its messages may be selected even if they were not delivered, which a finding reports.
    ///   - hasErrors: Whether there are errors, which may explain a missing locale. If so, it is not an error here.
    /// - Throws: ``GlossportError`` with code `invalidOption`.
    package func check(in catalog: Catalog, of project: Project, hasErrors: Bool) throws {
        let known = Set(catalog.records.map(\.message)).union(project.messages.keys)
        if let unknown = messages.subtracting(known).min() {
            let list = known.isEmpty ? nil : "They contain \(Self.listed(known.sorted()))."
            guard catalog.unlistedMessages[unknown] == nil else {
                throw GlossportError(
                    .invalidOption,
                    "The message “\(unknown)” was delivered, but the project file does not list it.",
                    remedy: "`glossport init --update` adds it under `messages:`."
                )
            }
            throw GlossportError(
                .invalidOption,
                "The deliveries contain no message “\(unknown)”.",
                remedy: Spelling.remedy(for: unknown, among: known.sorted(), otherwise: list)
            )
        }
        let delivered = Set(catalog.locales.compactMap(\.resolution.locale) + catalog.copies.map(\.locale))
        if !hasErrors, let missing = locales.subtracting(delivered).min() {
            throw GlossportError(
                .invalidOption,
                "Nothing was delivered in \(missing).",
                remedy: delivered.isEmpty ? nil : "There is \(Self.listed(delivered.sorted().map(\.code)))."
            )
        }
    }

    private static func listed(_ words: [String]) -> String {
        Plural.few(words, 10)
    }

    // MARK: Findings

    /// The findings that concern the selection.
    ///
    /// Findings about other locales or messages are dropped, and so are those in files that contain only other locales.
    package func findings(among findings: [Finding], of collected: Collected) -> [Finding] {
        let missing: Set<RuleID> = hasWholeDeliveries ? [] : ["expected-locale-missing", "message-not-delivered"]
        let kept = findings.filter { !missing.contains($0.rule) }
        guard !isEverything else { return kept }
        let uses = collected.catalog.locales.map { ($0.delivered, $0.resolution.locale) }
        let resolved = Dictionary(uses, uniquingKeysWith: { first, _ in first })
        // An error in a text is an error in its copies.
        let copied = collected.catalog.copies.filter { contains($0) }
        func isSelected(_ locale: String, _ message: String? = nil) -> Bool {
            guard let known = resolved[locale] ?? StoreLocale(locale) else { return locales.isEmpty }
            return contains(locale: known)
                || copied.contains { $0.copiedFrom == known && (message == nil || $0.message == message) }
        }
        let foreign = collected.files.filter { file in
            let own = Set(file.locales + file.summary.declared.map(\.locale))
            return !own.isEmpty && !own.contains { isSelected($0) }
        }
        let foreignPaths = Set(foreign.map(\.path))
        return kept.filter { finding in
            if finding.locale != nil, !finding.locales.contains(where: { isSelected($0, finding.message) }) {
                return false
            }
            if let message = finding.message, !contains(message: message) { return false }
            guard finding.locale == nil, let path = finding.location?.path else { return true }
            return !foreignPaths.contains(path)
        }
    }
}
