/// Brings a checked catalog to the service: plan, enqueue, upload, settle.
///
/// From `enqueue` on everything is durable; killed at any instant, the same call goes on where it stopped.
package struct ImportRun: Sendable {
    private let journal: any Journal
    private let service: any MessageService
    private let time: any TimeSource
    private let destination: Destination
    private let pace: Pace
    private let budgets: [Endpoint: Int]
    private let quotaShare: Double

    /// - Parameters:
    ///   - journal: The durable record.
    ///   - service: Where to.
    ///   - time: When.
    ///   - destination: The app and its environment.
    ///   - pace: How an hour's allowance is spent.
    ///   - budgets: Requests per hour that replace Apple's.
    ///   - quotaShare: The part of the uploads' allowance that may be used.
    package init(
        journal: any Journal,
        service: any MessageService,
        time: any TimeSource,
        destination: Destination,
        pace: Pace,
        budgets: [Endpoint: Int],
        quotaShare: Double = 1
    ) {
        self.journal = journal
        self.service = service
        self.time = time
        self.destination = destination
        self.pace = pace
        self.budgets = budgets
        self.quotaShare = quotaShare
    }

    /// Asks the service what it holds.
    ///
    /// - Throws: ``GlossportError`` of the journal, or if the service can't be asked; `CancellationError`.
    package func list(
        _ kind: Item.Kind,
        in run: RunID,
        maxWait: Duration? = .seconds(900)
    ) async throws -> [ServiceID: ReviewState] {
        try await list(kind).states(in: run, maxWait: maxWait)
    }

    func records(of ids: [ServiceID]) async throws -> [ServiceID: ItemRecord] {
        try await journal.records(of: ids, at: destination)
    }

    /// Compares the wanted items with journal and service, with one list call.
    ///
    /// - Parameters:
    ///   - items: What is wanted, all of one kind.
    ///   - incomplete: How many records made no item.
    ///   - kind: What kind.
    ///   - run: The run that the list call is booked on; without one the service is not asked.
    ///   - adoptsFixedIDs: `--if-exists skip`.
    ///   - maxWait: The longest wait for the list's allowance; `nil` waits for ever.
    /// - Returns: The plan, and what the list proves.
    /// - Throws: ``GlossportError`` if journal or service can't be asked.
    package func plan(
        _ items: [Item],
        incomplete: Int = 0,
        kind: Item.Kind = .message,
        asking run: RunID?,
        adoptsFixedIDs: Bool,
        maxWait: Duration? = .seconds(900)
    ) async throws -> (plan: Plan, evidence: [ItemChange]) {
        let listed: [ServiceID: ReviewState]? =
            if let run { try await list(kind).states(in: run, maxWait: maxWait) } else { nil }
        let records = try await journal.records(of: items.map(\.id), at: destination)
        // What the list tells better need not be read.
        let held =
            listed != nil
            ? 0
            : try await journal.allRecords(at: destination).count { $0.state == .uploaded && $0.item.kind == kind }
        let planner = Planner(
            destination: destination,
            kind: kind,
            records: records,
            listed: listed,
            journalHeld: held,
            adoptsFixedIDs: adoptsFixedIDs
        )
        return planner.plan(
            items,
            incomplete: incomplete,
            budget: try await uploadBudget(kind),
            at: time.now
        )
    }

    /// Records what the service turned out to hold, and sends nothing: how a lost journal is made again.
    ///
    /// - Parameters:
    ///   - plan: From ``plan(_:incomplete:kind:asking:adoptsFixedIDs:maxWait:)`` of the same run.
    ///   - evidence: What the list proved.
    ///   - run: The run.
    /// - Returns: How many items are recorded now that were not before.
    /// - Throws: ``GlossportError`` if the journal fails.
    package func adopt(_ plan: Plan, evidence: [ItemChange], in run: RunID) async throws -> Int {
        let found = Set(evidence.filter { $0.state == .uploaded }.map(\.item))
        let items = plan.items.map(\.item).filter { found.contains($0.id) }
        _ = try await journal.enqueue(items, in: run)
        try await journal.settle(evidence.filter { found.contains($0.item) }, at: time.now, in: run)
        return items.count
    }

    /// Uploads what the plan says.
    ///
    /// - Parameters:
    ///   - plan: From ``plan(_:incomplete:kind:asking:adoptsFixedIDs:maxWait:)`` of the same run.
    ///   - evidence: What the list proved.
    ///   - run: The run.
    ///   - held: Items that must not be sent yet, because what they need is not there.
    ///   - images: Where the images are.
    ///   - settings: The user's choices.
    ///   - seed: For the jitter.
    ///   - interrupts: See ``Uploader``.
    ///   - deadline: See ``Uploader``.
    ///   - progress: See ``Uploader``.
    /// - Returns: How it ended.
    /// - Throws: ``GlossportError`` if the journal fails before anything was sent.
    package func upload(
        _ plan: Plan,
        evidence: [ItemChange],
        in run: RunID,
        holding held: Set<ServiceID> = [],
        images: ImageFiles = ImageFiles(),
        settings: UploadSettings,
        seed: UInt64,
        interrupts: AsyncStream<Void>,
        deadline: Timestamp?,
        progress: (UploadMachine) -> Void
    ) async throws -> RunSummary {
        let wanted = plan.queue(with: evidence).filter { !held.contains($0.id) }
        _ = try await journal.enqueue(wanted, in: run)
        if !evidence.isEmpty { try await journal.settle(evidence, at: time.now, in: run) }
        let toUpload = plan.items.count { $0.action == .upload && !held.contains($0.item.id) }
        var tally = UploadTally(total: toUpload)
        if toUpload > 0 {
            let machine = UploadMachine(
                plan.kind,
                total: toUpload,
                settings: settings,
                budget: try await uploadBudget(plan.kind),
                seed: seed
            )
            let list = list(plan.kind)
            let uploader = Uploader(journal: journal, service: service, time: time, images: images) {
                try await list.once(in: run).answer
            }
            tally = await uploader.upload(
                machine,
                run: run,
                interrupts: interrupts,
                deadline: deadline,
                progress: progress
            )
            if tally.unknown > 0, tally.stop == nil {
                try await settleUnknown(&tally, plan.kind, wanted: wanted, in: run, maxWait: settings.maxWait)
            }
        }
        return RunSummary(plan: plan, tally: tally)
    }

    /// One list call settles all uploads whose fate is unknown; an absent id proves nothing.
    private func settleUnknown(
        _ tally: inout UploadTally,
        _ kind: Item.Kind,
        wanted: [Item],
        in run: RunID,
        maxWait: Duration?
    ) async throws {
        guard let listed = try? await list(kind).states(in: run, maxWait: maxWait) else { return }
        let records = try await journal.records(of: wanted.map(\.id), at: destination)
        let landed = records.values.filter { $0.state == .unknown && listed[$0.item.id] != nil }
        try await journal.settle(
            landed.map { ItemChange($0.item.id, to: .uploaded, proof: .listed) },
            at: time.now,
            in: run
        )
        for record in landed { tally.settleFromList(record.item.id) }
    }

    /// The list, within its own budget.
    private func list(_ kind: Item.Kind) -> ListCall {
        ListCall(
            journal: journal,
            service: service,
            time: time,
            destination: destination,
            kind: kind,
            budgets: budgets
        )
    }

    /// What is left of the allowance for uploads.
    private func uploadBudget(_ kind: Item.Kind) async throws -> RequestBudget {
        try await journal.requestBudget(
            kind.uploadEndpoint,
            at: destination,
            budgets: budgets,
            pace: pace,
            share: quotaShare,
            now: time.now
        )
    }
}
