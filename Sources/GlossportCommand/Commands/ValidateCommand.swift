import ArgumentParser
import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

/// Reads and checks deliveries; needs neither network nor key.
struct ValidateCommand: AsyncParsableCommand, UntrustedCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check deliveries: what is wrong, where, and how to fix it.",
        discussion: """
            Exit code 0: ready to import. 4: there are errors, or warnings with --fail-on warning. Severities can be set under \
            `rules:` in the project file. The most severe findings come last.

            If the journal is a file, it is read to find translations of source texts that have changed since.

            With --untrusted, which is on automatically for pull requests from other repositories, nothing outside the project's \
            folder is read, no link is followed, and the run stops beyond \(ResourceLimits.untrusted.text).

            EXAMPLES
              glossport validate
              glossport validate vendor/de.xliff --as-locale de-DE
              glossport validate --locale de-DE,fr-FR --message keep-annual
              glossport validate --group-by file
              glossport validate --report junit=report.xml --report github
              glossport validate --output json | jq -r '.findings[].text'
              glossport validate --explain text-too-long
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Project") var several: SeveralOptions
    @OptionGroup(title: "Deliveries") var deliveries: DeliveryOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Output") var findings: FindingOptions
    @OptionGroup(title: "Output") var reports: ReportOptions

    @Option(help: ArgumentHelp("Explain a rule, or all of them.", valueName: "rule"), completion: .rules)
    var explain: String?

    @Flag(help: "List all findings, not only the first few of each kind.")
    var all = false

    @Flag(help: "List the accepted findings instead, with names and reasons.")
    var accepted = false

    @Option(help: ArgumentHelp("Group findings by file, locale or rule.", valueName: "what"))
    var groupBy: FindingGrouping?

    @Option(help: ArgumentHelp("Lowest severity that causes exit code 4.", valueName: "severity"))
    var failOn = Severity.error

    func run() async throws {
        if let explain { return try RuleExplanation.show(explain, as: output.output, project: project.project) }
        let workspace = try workspace
        let writer = try ReportWriter(reports, workspace)
        let (review, report) = try await check(workspace)
        // Write the reports first: if that fails, the error replaces the JSON document.
        if output.output != .table { try writer.write(review) }
        output.show(report)
        if output.output == .table {
            try writer.write(review)
            // Proposals based on only some of the deliveries would be misleading.
            if workspace.selection == Selection(), !workspace.deliveriesAreArguments, report.counts.errors == 0,
                !findings.quiet
            {
                CopyProposal.show(Set(review.catalog.records.map(\.locale)), for: workspace.project)
            }
        }
        if report.exitCode != 0 { throw ExitStatus.findings }
    }

    var workspace: Workspace { get throws { try Workspace(project, deliveries: deliveries, needsApp: false) } }

    func check(_ workspace: Workspace) async throws -> (review: Review, report: CheckReport) {
        let review = try await workspace.check()
        var report = CheckReport(review, failingOn: failOn)
        report.display = CheckReport.Display(
            isQuiet: findings.quiet,
            isAboutAccepted: accepted,
            listsAll: all,
            grouping: groupBy
        )
        return (review, report)
    }
}

extension FindingGrouping: ExpressibleByArgument {}

enum RuleExplanation {
    private static func lines(_ rule: RuleDescription) -> [String] {
        var paragraphs = [rule.explanation]
        if let type = RuleSet.all.first(where: { $0.description.id == rule.id }) {
            paragraphs.append("Finds: \(type.triggering.map(\.title).joined(separator: "; ")).")
            paragraphs.append("Ignores: \(type.nonTriggering.map(\.title).joined(separator: "; ")).")
        }
        let width = Terminal.stdout.textWidth
        return ["\(rule.id.rawValue) (\(rule.severity.rawValue))"]
            + paragraphs.flatMap { Paragraph.lines($0, indentedBy: 2, width: width) } + [""]
    }

    static func show(_ name: String, as form: OutputForm, project: String? = nil) throws {
        let all = try Readers.registry(project: project).rules
        let chosen = name == "all" ? all : all.filter { $0.id.rawValue == name }
        guard !chosen.isEmpty else {
            let names = all.map(\.id.rawValue)
            throw GlossportError(
                .invalidOption,
                "There is no rule “\(name)”.",
                remedy: Spelling.remedy(for: name, among: names, otherwise: "`--explain all` lists them.")
            )
        }
        // Prints JSON lines even for `json`, because several documents are not valid JSON.
        (form == .json ? .jsonl : form).show(ListReport(chosen) { _ in chosen.flatMap(lines) })
    }
}
