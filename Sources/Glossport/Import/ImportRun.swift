package import GlossportProject
import GlossportReading

/// Brings a checked catalog to the service: plan, want, upload.
///
/// From `want` on everything is durable; killed at any instant, the same call goes on where it stopped.
package struct ImportRun: Sendable {
    private let run: Run

    /// Images in flight at once; each request holds a whole file.
    private static let imageConcurrency = 4

    package init(_ run: Run) { self.run = run }

    // MARK: Planning

    /// Compares everything that a delivery wants with journal and service, with one list call for each kind.
    ///
    /// - Parameters:
    ///   - wanted: The desired items.
    ///   - known: Everything that the journal knows.
    ///   - ids: Items that count as if they had never been sent.
    ///   - adoptsFixedIDs: `ifExists: skip`.
    /// - Returns: The plans.
    /// - Throws: ``GlossportError`` if journal or service can't be asked; ``OutOfQuota``; ``Stopped``; `CancellationError`.
    package func plan(
        _ wanted: DesiredItems,
        after known: JournalContents,
        forgetting ids: Set<ServiceID> = [],
        adoptsFixedIDs: Bool
    ) async throws -> DeliveryPlan {
        var lists = ServiceLists()
        for kind in wanted.images.isEmpty ? [Item.Kind.message] : [.image, .message] {
            lists[kind] = ServiceLists.List(try await run.list(kind), at: run.time.now)
        }
        var known = known
        // These lists may be the proof.
        known.absences = try await run.absences
        known.forget(ids)
        return try await run.session.plan(wanted, after: known, lists, adoptsFixedIDs: adoptsFixedIDs, in: run.journal)
    }

    /// Records what the service turned out to hold, and sends nothing: how a lost journal is made again.
    ///
    /// - Parameter part: From ``plan(_:after:forgetting:adoptsFixedIDs:)`` of the same run.
    /// - Returns: How many items are recorded now that were not before.
    /// - Throws: ``GlossportError`` if the journal fails.
    package func adopt(_ part: DeliveryPlan.Part) async throws -> Int {
        let found = Set(part.evidence.filter { $0.state == .uploaded }.map(\.item))
        let items = part.plan.items.map(\.item).filter { found.contains($0.id) }
        try await run.journal.want(items, in: run.id)
        let evidence = part.evidence.filter { found.contains($0.item) }
        try await run.journal.settle(evidence, at: run.time.now, in: run.id)
        return items.count
    }

    // MARK: Uploading

    /// Uploads the images, then every message whose images are there.
    ///
    /// - Parameters:
    ///   - delivery: From ``plan(_:after:forgetting:adoptsFixedIDs:)`` of the same run.
    ///   - wanted: The desired items.
    ///   - defaults: The defaults that the project wants of them, and those that it withdraws.
    ///   - adoptsFixedIDs: `ifExists: skip`.
    ///   - progress: Called after each event of the upload, on the caller's task; it must be quick.
    /// - Returns: How it ended, images and messages counted together.
    /// - Throws: ``GlossportError`` if the journal fails before anything was sent, or if another run has taken over.
    package func upload(
        _ delivery: DeliveryPlan,
        of wanted: DesiredItems,
        defaults: WantedDefaults = WantedDefaults(),
        adoptsFixedIDs: Bool = false,
        progress: (ImportProgress) -> Void = { _ in }
    ) async throws -> RunSummary {
        try await want(delivery, wanted, defaults)
        var held: Set<ServiceID> = []
        var imageSummary: RunSummary?
        if let images = delivery.images {
            let summary = try await upload(
                images,
                files: wanted.imageFiles,
                concurrency: Self.imageConcurrency,
                adoptsFixedIDs: adoptsFixedIDs,
                progress: progress
            )
            if [.interrupted, .deadline, .credentials, .unclassified].contains(summary.outcome) {
                return summary + RunSummary(notStarted: delivery.messages.plan, because: summary)
            }
            held = try await messagesToHold(wanted)
            imageSummary = summary
        }
        let summary = try await upload(
            delivery.messages,
            holding: held,
            adoptsFixedIDs: adoptsFixedIDs,
            progress: progress
        )
        return imageSummary.map { $0 + summary } ?? summary
    }

    /// Records the items, their defaults and the withdrawn ones: from here on the journal knows all that is wanted, however the run ends.
    private func want(_ delivery: DeliveryPlan, _ wanted: DesiredItems, _ defaults: WantedDefaults) async throws {
        try await run.journal.want(delivery.parts.flatMap { $0.plan.queue(with: $0.evidence) }, in: run.id)
        let sendable: Set<Plan.Action> = [.upload, .present, .refused]
        let messages = delivery.messages.plan.items
        let left = messages.filter { !sendable.contains($0.action) }.map(\.item)
        let (journal, id) = (run.journal, run.id)
        let desired = defaults.without(left, incomplete: wanted.incompleteNames)
        try await journal.desire(desired, unexpected: defaults.unexpected, in: id)
        let withdrawal: DefaultRecord.Withdrawal = defaults.keepsWithdrawn ? .kept : .agreed
        try await journal.withdraw(defaults.withdrawn, withdrawal, isWhole: defaults.isWhole, in: id)
    }

    /// Uploads one kind, but for those whose images are not there.
    private func upload(
        _ part: DeliveryPlan.Part,
        holding held: Set<ServiceID> = [],
        files: ImageFiles = ImageFiles(),
        concurrency: Int = .max,
        adoptsFixedIDs: Bool,
        progress: (ImportProgress) -> Void
    ) async throws -> RunSummary {
        let (plan, journal) = (part.plan, run.journal)
        let wanted = plan.queue(with: part.evidence).filter { !held.contains($0.id) }
        // Their recorded state and Apple's review belonged to the vanished items.
        let vanished = part.vanished.filter { !held.contains($0) }
        if !vanished.isEmpty { try await journal.forgetOutcomes(of: vanished, at: run.time.now, in: run.id) }
        // The evidence of an item held back is kept until it is sent.
        let known = Set(wanted.map(\.id))
        let evidence = part.evidence.filter { known.contains($0.item) }
        if !evidence.isEmpty { try await journal.settle(evidence, at: run.time.now, in: run.id) }
        let toUpload = plan.items.filter { $0.action == .upload && !held.contains($0.item.id) }.map(\.item)
        let heldBack = plan.count(.upload) - toUpload.count
        let records = try await journal.records(of: toUpload.map(\.id), at: run.destination)
        // The planned content is sent; only the results come from the journal.
        let queue = toUpload.compactMap { item in
            records[item.id].map { ItemRecord(item: item, state: $0.state, history: $0.history) }
        }
        var tally = UploadTally(total: queue.count)
        if !queue.isEmpty {
            var limits = run.limits
            limits.concurrency = min(limits.concurrency, concurrency)
            let machine = UploadMachine(
                plan.kind,
                queue: queue,
                limits: limits,
                adoptsFixedIDs: adoptsFixedIDs,
                budget: try await run.session.budget(plan.kind.uploadEndpoint, in: journal),
                seed: run.nextSeed()
            )
            tally = await Uploader(run, plan.kind, images: files).upload(machine) { machine in
                progress(.uploading(machine))
                if let outcome = machine.outcome { progress(.settled(outcome)) }
            }
            // The run that took over asks for what is open here, and tells of it.
            if case .journal(let error)? = tally.stop, error.code == .journalLocked { throw error }
            if tally.unknown > 0, tally.stop == nil {
                for item in try await settleUnknown(&tally, plan.kind, wanted) {
                    progress(.settled(ItemOutcome(item: item, verdict: .uploaded(.listed))))
                }
            }
        }
        return RunSummary(plan: plan, tally: tally, heldBack: heldBack)
    }

    /// The part of the uploaded items that the service shows, by a list of each kind in this journal.
    ///
    /// - Throws: ``GlossportError`` if journal or service can't be asked; ``OutOfQuota``; ``Stopped``; `CancellationError`.
    func fetchListing() async throws -> ServiceListing {
        let lists = try await run.reviews(of: try await run.journal.listedKinds(at: run.destination))
        return ServiceListing(try await run.journal.allRecords(at: run.destination), lists, at: run.time.now)
    }

    /// One list call settles all uploads whose fate is unknown; an absent id proves nothing.
    ///
    /// - Returns: The items that turned out to be there.
    private func settleUnknown(
        _ tally: inout UploadTally,
        _ kind: Item.Kind,
        _ wanted: [Item]
    ) async throws -> [Item] {
        let listed: [ServiceID: ReviewState]
        do {
            listed = try await run.list(kind)
        } catch let error as GlossportError where !error.isOfJournal {
            // The next run asks again.
            return []
        } catch is OutOfQuota {
            return []
        } catch let stopped as Stopped {
            tally.stop = stopped.cause == .deadline ? .deadline : .interrupted
            return []
        }
        let records = try await run.journal.records(of: wanted.map(\.id), at: run.destination)
        let landed = records.values.filter { $0.state == .unknown && listed[$0.item.id] != nil }
        try await run.journal.settle(
            landed.map { ItemChange($0.item.id, to: .uploaded, proof: .listed) },
            at: run.time.now,
            in: run.id
        )
        for record in landed { tally.settleFromList(record.item.id) }
        return landed.map(\.item)
    }

    /// Messages with an image that is not there.
    private func messagesToHold(_ wanted: DesiredItems) async throws -> Set<ServiceID> {
        let images = try await run.journal.records(of: wanted.images.map(\.id), at: run.destination)
        let isMissing = { (id: ServiceID) in images[id]?.state != .uploaded }
        return Set(wanted.imagesOfMessage.filter { $0.value.contains(where: isMissing) }.keys)
    }
}

/// The events of an upload.
package enum ImportProgress: ProgressEvent {
    /// The state of one kind's upload after an event.
    case uploading(UploadMachine)
    /// The certain result of an item; already in the journal.
    case settled(ItemOutcome)

    package var description: String {
        switch self {
        case .uploading(let machine): "\(machine.tally.settled) of \(machine.tally.total) settled"
        case .settled(let outcome): "\(outcome.item.title): \(outcome.verdict)"
        }
    }
}

extension Session {
    /// Compares what a delivery wants with a journal, and with the service's lists where they were asked for.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    package func plan(
        _ wanted: DesiredItems,
        after known: JournalContents,
        _ lists: ServiceLists = ServiceLists(),
        adoptsFixedIDs: Bool,
        in journal: Journal
    ) async throws -> DeliveryPlan {
        try DeliveryPlan(
            wanted,
            after: known,
            lists: lists,
            imageBudget: try await budget(.uploadImage, in: journal),
            messageBudget: try await budget(.uploadMessage, in: journal),
            adoptsFixedIDs: adoptsFixedIDs,
            at: time.now
        )
    }
}
