package import GlossportProject
package import GlossportReading

/// The deliveries and their findings: the value from which lists, reports, the preview and the return package are made.
package struct Review: Sendable {
    package var project: Project
    /// The deliveries; their catalog is limited to the selection.
    package var collected: Collected
    /// The findings with the project's severities, sorted.
    package var findings: [Finding]
    /// Findings suppressed by an entry under `accept:`.
    package var accepted: [AcceptedFinding] = []
    /// Every rule that was asked, readers' own included.
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
    ///   - rules: Every rule that was asked.
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

    /// The record of a message in a locale, if one was delivered.
    package func record(_ message: String, _ locale: String) -> MessageRecord? {
        records[Place(message: message, locale: locale)].map { catalog.records[$0] }
    }

    /// The record that a finding is about.
    package func record(of finding: Finding) -> MessageRecord? {
        guard let message = finding.message, let locale = finding.locale else { return nil }
        return record(message, locale)
    }

    /// The text that a finding is about.
    package func text(of finding: Finding) -> MessageRecord.Text? {
        guard let field = finding.field.flatMap({ Field(name: $0) }) else { return nil }
        return record(of: finding)?.fields[field]
    }

    /// The ID of a finding, the same in later deliveries.
    package func id(of finding: Finding) -> FindingID {
        FindingID(of: finding, text: text(of: finding)?.text)
    }
}
