import Glossport
private import RetentionMessagingClient
import SQLiteJournal

/// The main job, from checked deliveries to the report.
struct ImportJob {
    let session: Session
    let check: (catalog: Catalog, report: CheckReport, sources: [SourceFile])
    let flip: SettlePlan.Flip
    let options: UploadOptions
    /// `--if-exists skip`.
    let adoptsFixedIDs: Bool
    /// What was agreed to; anything else is refused.
    var agreed: SavedPlan?

    /// Performs it.
    ///
    /// - Parameters:
    ///   - output: How to print the report.
    ///   - gate: What must hold before anything is sent; sees what is wanted and the journal.
    /// - Throws: ``GlossportError``; `ExitStatus` if it ended otherwise than done.
    func run(
        _ output: OutputForm,
        gate: (WantedItems, SQLiteJournal) async throws -> Void = { _, _ in }
    ) async throws {
        let project = session.workspace.project
        let interrupts = Interrupts()
        let status = try await BookedRun.perform(
            "import",
            session,
            sources: try check.sources.map { try $0.runSource },
            waiting: options.waitForLock.limit
        ) { booked in
            let items = try await session.items(of: check.catalog, booked.journal)
            try await gate(items, booked.journal)
            let wanted = try DesiredDefaults.of(items.messages, for: project)
            var report = try await upload(items, wanted, booked, interrupts)
            if report.isComplete, !wanted.isEmpty || options.wait != nil {
                let products = DesiredDefaults.products(of: project)
                try await booked.journal.desire(wanted, products: products, in: booked.run)
                let limit = options.wait?.duration ?? .zero
                let summary = try await booked.settle(flip, for: limit, every: .seconds(30))
                report.add(SettleReport(summary, session.destination))
            }
            switch output {
            case .table: for line in report.table { Output.line(line) }
            case .json: Output.line(JSON.document(report))
            case .jsonl: Output.line(JSON.line(report))
            }
            return ExitStatus(rawValue: Int32(report.exitCode)) ?? .unclassified
        }
        Output.flush()
        if status != .done { throw status }
    }

    private func upload(
        _ items: WantedItems,
        _ defaults: [DesiredDefault],
        _ booked: BookedRun,
        _ interrupts: Interrupts
    ) async throws -> RunReport {
        let importRun = session.run(booked.journal, booked.client)
        let started = session.time.now
        let deadline = options.deadline.map { started + $0.duration }
        let plan = try await Deadline.keep(deadline, by: session.time) { [adoptsFixedIDs, options] in
            try await importRun.plan(
                items,
                asking: booked.run,
                adoptsFixedIDs: adoptsFixedIDs,
                maxWait: options.maxWait.limit
            )
        }
        try Self.refuse(
            agreed?.drift(to: SavedPlan(plan, defaults: defaults, created: "")) ?? [],
            "The saved plan does not fit any more; nothing was sent.",
            remedy: "Make it again with `glossport plan --out FILE`, and look at it."
        )
        interrupts.settleFirst()
        let settings = UploadSettings(
            concurrency: session.concurrency,
            maxWait: options.maxWait.limit,
            adoptsFixedIDs: adoptsFixedIDs,
            outageLimit: options.maxOutage.limit
        )
        let display = ProgressDisplay(time: session.time)
        let summary = try await importRun.upload(
            plan,
            of: items,
            in: booked.run,
            settings: settings,
            seed: UInt64.random(in: .min ... .max),
            interrupts: interrupts.stream,
            deadline: deadline,
            progress: { display.show($0) }
        )
        Output.clearBlock()
        return RunReport(
            summary,
            destination: session.destination,
            elapsed: session.time.now - started,
            journal: session.workspace.journal
        )
    }

    /// Stops before anything is sent, where something is not as it was agreed to.
    ///
    /// - Parameters:
    ///   - differences: What is not; nothing happens if there is none.
    ///   - text: What that means.
    ///   - remedy: What to do about it.
    /// - Throws: ``GlossportError`` with the code ``GlossportError/Code/drift``.
    static func refuse(_ differences: [String], _ text: String, remedy: String) throws {
        guard !differences.isEmpty else { return }
        for line in differences.prefix(20) { Output.talk("  \(Escape.controls(line))") }
        if differences.count > 20 { Output.talk("  … and \(differences.count - 20) more") }
        throw GlossportError(.drift, text, remedy: remedy)
    }
}
