package import GlossportProject
package import GlossportReading

/// The deliveries and their findings: the input of lists, reports, previews and return packages.
package struct Review: Sendable {
    package var project: Project
    /// The deliveries, with a catalog that is limited to the selection.
    package var collected: Collected
    /// The findings with the project's severities, sorted.
    package var findings: [Finding]
    /// Findings suppressed by an entry under `accept:`.
    package var accepted: [AcceptedFinding] = []
    package var rules: [RuleDescription]
    private let records: [Place: Int]

    private struct Place: Hashable {
        var message: String
        var locale: String
    }

    /// - Parameters:
    ///   - project: The project's settings.
    ///   - collected: The deliveries.
    ///   - findings: The findings, sorted.
    ///   - rules: The rules that were run.
    package init(_ project: Project, _ collected: Collected, _ findings: [Finding], rules: [RuleDescription]) {
        self.project = project
        self.collected = collected
        self.findings = findings
        self.rules = rules
        let places = collected.catalog.records.enumerated().map { index, record in
            (Place(message: record.message, locale: record.locale.code), index)
        }
        records = Dictionary(places, uniquingKeysWith: { first, _ in first })
    }

    package var catalog: Catalog { collected.catalog }

    package func record(_ message: String, _ locale: String) -> MessageRecord? {
        records[Place(message: message, locale: locale)].map { catalog.records[$0] }
    }

    package func record(of finding: Finding) -> MessageRecord? {
        guard let message = finding.message, let locale = finding.locale else { return nil }
        return record(message, locale)
    }

    package func text(of finding: Finding) -> MessageRecord.Text? {
        guard let field = finding.field.flatMap({ Field(name: $0) }) else { return nil }
        return record(of: finding)?.fields[field]
    }

    /// The ID of a finding, which stays the same in later deliveries.
    package func id(of finding: Finding) -> FindingID {
        FindingID(of: finding, text: text(of: finding)?.text)
    }
}
