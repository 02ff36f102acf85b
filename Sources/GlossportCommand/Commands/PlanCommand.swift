import ArgumentParser
import Glossport
import GlossportProject
import GlossportReading

/// Shows the effects of an import; only reads from the service.
struct PlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Show what an import would upload and how long it would take.",
        discussion: """
            Compares the deliveries with the journal and with the service's list of messages, and shows which texts are new and \
            which ones they replace. The service does not return texts, so former texts are those that this journal has sent. In \
            production, plan also requests the current defaults that the journal does not know.

            EXAMPLES
              glossport plan
              glossport plan --offline              use only the journal; needs no key
              glossport plan --out plan.json        for `glossport import --plan plan.json`
              glossport plan --report markdown=plan.md   for a pull request
              glossport plan --output json | jq .summary
              glossport plan --detailed-exitcode    20 if there is work to do
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Project") var several: SeveralOptions
    @OptionGroup(title: "Deliveries") var deliveries: DeliveryOptions
    @OptionGroup(title: "Service") var service: ServiceOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Output") var findings: FindingOptions
    @OptionGroup(title: "Output") var reports: ReportOptions

    @Flag(help: "Use only the journal; send no request to the service.")
    var offline = false

    @Flag(help: "Show all texts and messages, not only the first few.")
    var all = false

    @Option(
        help: ArgumentHelp("Save the plan, for `import --plan`.", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var out: String?

    @Flag(
        name: .customLong("detailed-exitcode"),
        help: "Exit with 20 instead of 0 if an import would upload something or change a default."
    )
    var isDetailed = false

    func run() async throws {
        let workspace = try Workspace(project, deliveries: deliveries, needsApp: true)
        try workspace.checkApproval()
        let file = try out.map { try OutputFile($0, .savedPlan, in: workspace.projectFolder) }
        let check = try await CheckGate.validate(workspace, output, findings, reports: reports, beforePlan: true)
        let progress = RunProgress()
        let session = try workspace.session(service, limits, showing: progress)
        var work = PlanImport(check.deliveries)
        work.signalsWork = isDetailed
        let plan: ImportPlan
        do {
            plan = offline ? try await work.performOffline(at: session) : try await session.perform(work).output
        } catch {
            try ReportWriter(reports, workspace).write(nil, above: check.report.review)
            throw error
        }
        try file?.write(plan.saved(at: session.time.now.rfc3339).json)
        try show(plan, workspace, check.report, session.destination)
        if plan.status != .done { throw plan.status }
    }

    private func show(
        _ plan: ImportPlan,
        _ workspace: Workspace,
        _ check: CheckReport,
        _ destination: Destination
    ) throws {
        let unshown = workspace.project.unshown(among: plan.items.messages.map(\.message))
        var report = PlanReport(
            plan,
            pace: workspace.project.pace,
            check: check,
            unshown: unshown,
            service: try service.endpoint(for: destination.environment)
        )
        if workspace.project.requiresApproval { report.add(ApprovalReport(plan.approvals, destination)) }
        if all { report.extent = .all }
        try ReportWriter(reports, workspace).write(PlanMarkdown(report), above: check.review)
        output.show(report)
        if let out {
            let needsLeave = destination.environment == .production && !plan.changes.setBacks.isEmpty
            let flag = needsLeave ? " --set-back" : ""
            Output.report(
                "The plan is saved as \(out): `glossport import --plan \(Hints.quoted(out))\(flag)` applies exactly this plan."
            )
        }
    }
}

extension OutputKind {
    static let savedPlan = OutputKind(name: "a saved plan", flag: "--out", hasWritten: SavedPlan.hasWritten)
}
