import ArgumentParser
private import Foundation
import Glossport
private import SQLiteJournal

/// Shows what an import would do; sends nothing but one list call.
struct PlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Show what would be uploaded, what is there already, and how long it takes.",
        discussion: """
            Compares the checked deliveries with the journal and with the service's list of messages.

            EXAMPLES
              glossport plan
              glossport plan --offline              ask only the journal; needs no key
              glossport plan --out plan.json        for `glossport import --plan plan.json`
              glossport plan --output json | jq .counts
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Deliveries") var deliveries: DeliveryOptions
    @OptionGroup(title: "Service") var service: ServiceOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    @Flag(help: ArgumentHelp("Don't ask the service, only the journal.", discussion: "Example: --offline"))
    var offline = false

    @Option(
        help: ArgumentHelp(
            "Save the plan, for `import --plan`.",
            discussion: "Example: --out plan.json",
            valueName: "file"
        )
    )
    var out: String?

    func run() async throws {
        let workspace = try Workspace(project, deliveries: deliveries, needsApp: true)
        let check = try CheckGate.pass(workspace, verbose: output.verbose)
        let session = try Session(workspace, service)
        let journal = try SQLiteJournal(path: workspace.journal)
        defer { journal.close() }
        let items = try await session.items(of: check.catalog, journal)
        let plan: DeliveryPlan
        if offline {
            let planner = session.run(journal, OfflineService())
            plan = try await planner.plan(items, asking: nil, adoptsFixedIDs: service.ifExists == .skip)
        } else {
            plan = try await session.withService { client in
                let run = try await journal.beginRun(
                    RunStart(
                        destination: session.destination,
                        command: "plan",
                        toolVersion: GlossportCommand.version,
                        started: session.time.now
                    )
                )
                let planned = try await session.run(journal, client)
                    .plan(items, asking: run, adoptsFixedIDs: service.ifExists == .skip)
                try await journal.endRun(run, at: session.time.now, exitCode: 0)
                return planned
            }
        }
        if let out {
            let defaults = try DesiredDefaults.of(items.messages, for: workspace.project)
            let saved = SavedPlan(plan, defaults: defaults, created: TimeText.rfc3339(session.time.now))
            try save(Data(saved.json), to: out)
        }
        var prunable: Int?
        if plan.plans.contains(where: \.isNearlyFull) {
            prunable =
                PrunePlan(
                    records: try await journal.allRecords(at: session.destination),
                    defaults: try await journal.defaults(at: session.destination),
                    wanted: Set(items.items.map(\.id)),
                    listed: nil
                ).candidates.count
        }
        let report = PlanReport(plan, pace: session.pace, check: check.report, prunable: prunable)
        switch output.output {
        case .table: for line in report.table(verbose: output.verbose) { Output.line(line) }
        case .json: Output.line(JSON.document(report))
        case .jsonl: for item in report.items { Output.line(JSON.line(item)) }
        }
        Output.flush()
        if let out { Output.talk("The plan is saved as \(out): `glossport import --plan \(out)` applies exactly it.") }
        if plan.count(.conflict) > 0 { throw ExitStatus.conflict }
        if plan.count(.overCapacity) > 0 { throw ExitStatus.capacity }
    }
}

extension PlanCommand {
    private func save(_ data: Data, to path: String) throws {
        do {
            try data.write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw GlossportError(
                .unreadableInput,
                "Can't write \(path).",
                remedy: "Check the folder and its permissions."
            )
        }
    }
}

/// Stands in where nobody may be asked.
private struct OfflineService: MessageService {
    private let answer = Answer(.notSent, detail: "offline")

    func upload(_ content: MessageContent, as id: ServiceID) async -> Answer { answer }
    func uploadImage(_ bytes: [UInt8], size: ImageSize, as id: ServiceID) async -> Answer { answer }
    func list(_ kind: Item.Kind) async -> (answer: Answer, states: [ServiceID: ReviewState]) { (answer, [:]) }
    func delete(_ kind: Item.Kind, _ id: ServiceID) async -> Answer { answer }
}

/// Lets only deliveries without errors pass.
enum CheckGate {
    /// Checks, and shows findings on stderr.
    ///
    /// - Throws: `ExitStatus.findings` if there are errors.
    static func pass(_ workspace: Workspace, verbose: Bool) throws -> (
        catalog: Catalog, report: CheckReport, sources: [SourceFile]
    ) {
        let (collected, findings) = try workspace.check()
        let report = CheckReport(collected, findings)
        let list = FindingList(findings, verbose: verbose, terminal: .stderr)
        for line in list.lines { Output.talk(line) }
        if !list.lines.isEmpty { Output.talk("") }
        if report.counts.errors > 0 {
            Output.talk(
                "\(report.summary) Nothing was sent. Correct the errors, or change their severity under `rules:`."
            )
            throw ExitStatus.findings
        }
        return (collected.catalog, report, collected.sources)
    }
}
