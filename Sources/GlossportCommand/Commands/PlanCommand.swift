import ArgumentParser
import GlossportChecking
import GlossportImporting
import GlossportReading

/// Shows what an import would do; sends nothing but questions.
struct PlanCommand: LimitedCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Show what would be uploaded, what is there, how long it takes.",
        discussion: """
            Compares the checked deliveries with the journal and with the service's list of messages: what is new, and what would take the place \
            of which text. The service does not tell what its messages say, so former texts are those that this journal has sent. In production, \
            plan also asks for the present defaults that the journal does not know.

            EXAMPLES
              glossport plan
              glossport plan --offline              ask only the journal; needs no key
              glossport plan --out plan.json        for `glossport import --plan plan.json`
              glossport plan --output json | jq .counts
              glossport plan --detailed-exitcode    20 if there is work to do
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Deliveries") var deliveries: DeliveryOptions
    @OptionGroup(title: "Service") var service: ServiceOptions
    @OptionGroup(title: "Upload") var approval: ApprovalOptions
    @OptionGroup(title: "Upload") var pace: PaceOptions
    @OptionGroup(title: "Upload") var fixedIDs: FixedIDOptions
    @OptionGroup(title: "Upload") var absence: AbsenceOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Output") var findings: FindingOptions
    @OptionGroup(title: "Output") var reports: ReportOptions

    @Flag(help: "Don't ask the service, only the journal.")
    var offline = false

    @Flag(
        help: ArgumentHelp("Show every text and every message, not the first few.")
    )
    var all = false

    @Option(
        help: ArgumentHelp("Save the plan, for `import --plan`.", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var out: String?

    @Flag(
        name: .customLong("detailed-exitcode"),
        help: ArgumentHelp(
            "Exit with 20 instead of 0 if an import would upload something or change a default."
        )
    )
    var isDetailed = false

    func run() async throws {
        try approval.check(deliveries.selection)
        let workspace = try Workspace(project, deliveries: deliveries, needsApp: true)
        let file = try out.map { try OutputFile($0, .savedPlan, in: workspace.projectFolder) }
        let check = try CheckGate.pass(workspace, output, findings, reports: reports)
        let session = try Session(workspace, service, limits, absence: absence, pace: pace)
        let adoptsFixedIDs = fixedIDs.adoptsFixedIDs
        if offline {
            // Only asked, so that nothing is made where there is none yet.
            let journal = try await workspace.store.open(.looking)
            let items = try await session.items(of: check.catalog, journal)
            let planner = DeliveryPlanner(session.access(journal, OfflineService()))
            let plan = try await planner.plan(items, adoptsFixedIDs: adoptsFixedIDs)
            let status = try await show(plan, items, check.report, session, journal, to: file)
            if status != .done { throw status }
            return
        }
        let status = try await BookedRun.perform(.plan, session, holding: false) { booked in
            let items = try await session.items(of: check.catalog, booked.journal)
            let plan = try await ImportRun(booked.service).plan(items, adoptsFixedIDs: adoptsFixedIDs)
            return try await show(plan, items, check.report, session, booked.journal, asking: booked.service, to: file)
        }
        if status != .done { throw status }
    }

    /// Prints the plan, saves it where that is asked for, and says with which code to end.
    private func show(
        _ plan: DeliveryPlan,
        _ items: WantedItems,
        _ check: CheckReport,
        _ session: Session,
        _ journal: LogJournal,
        asking service: BookedService? = nil,
        to file: OutputFile?
    ) async throws -> ExitStatus {
        let wanted = try DesiredDefaults.of(items.messages, for: session.workspace.project)
        if let file {
            let saved = SavedPlan(plan, defaults: wanted, created: TimeText.rfc3339(session.time.now))
            try file.write(saved.json)
        }
        var prunable: Int?
        // What is not selected, or not delivered this time, is not superfluous.
        let selection = session.workspace.selection
        if selection.isEverything, selection.hasWholeDeliveries, plan.plans.contains(where: \.isNearlyFull) {
            prunable =
                PrunePlan(
                    records: try await journal.allRecords(at: session.destination),
                    defaults: try await journal.defaults(at: session.destination),
                    wanted: Set(items.items.map(\.id)),
                    listed: nil,
                    vanished: try await absence.absences(in: journal, at: session.destination).vanished
                ).candidates.count
        }
        let changes = try await DefaultChanges(
            wanted,
            of: items.messages,
            in: journal,
            at: session.destination,
            asking: service
        )
        let standings = try await ApprovalStanding.wanted(items, in: journal, at: session.destination)
        let approvals = ApprovalReport(standings, session.destination)
        var report = PlanReport(
            plan,
            after: FormerMessages(try await journal.allRecords(at: session.destination)),
            pace: session.pace,
            check: check,
            prunable: prunable,
            defaults: changes,
            unshown: UnshownMessages.names(among: items.messages.map(\.message), of: session.workspace.project),
            service: session.options.endpoint
        )
        if approval.isRequired { report.add(approvals) }
        switch output.output {
        case .table:
            let unshown = UnshownMessages.lines(report.unshown)
            for line in report.table(verbose: output.verbose, listsAll: all) + unshown { Output.line(line) }
        case .json: Output.line(JSON.document(report))
        case .jsonl: for item in report.items { Output.line(JSON.line(item)) }
        }
        Output.flush()
        if let out {
            Output.talk(
                "The plan is saved as \(out): `glossport import --plan \(Hints.quoted(out))` applies exactly it."
            )
        }
        if approval.isRequired, !approvals.unapproved.isEmpty { return .findings }
        if plan.count(.conflict) > 0 { return .conflict }
        if plan.count(.overCapacity) > 0 { return .capacity }
        return isDetailed && plan.count(.upload) + changes.rows.count > 0 ? .workToDo : .done
    }
}
