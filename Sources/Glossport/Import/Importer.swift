package import GlossportProject
import GlossportReading

/// Imports a checked catalog: plan, want, upload.
///
/// From `want` on, the journal contains the desired items. An import can be killed at any moment; the same call then
/// continues where it stopped.
package struct Importer: Sendable {
    private let run: Run

    /// The maximum number of concurrent image requests; each holds a whole file in memory.
    private static let imageConcurrency = 4

    package init(_ run: Run) { self.run = run }

    // MARK: Planning

    /// Compares the desired items with the journal and the service, with one list call for each kind; images are listed
    /// only if some are desired.
    ///
    /// Items in `ids` count as if they had never been sent.
    ///
    /// - Throws: ``GlossportError`` if the journal or the service can't be reached; ``OutOfQuota``; ``Stopped``;
    ///   `CancellationError`.
    package func plan(
        _ wanted: DesiredItems,
        after known: JournalContents,
        forgetting ids: Set<ServiceID> = []
    ) async throws -> DeliveryPlan {
        var lists = ServiceLists()
        for kind in wanted.images.isEmpty ? [Item.Kind.message] : [.image, .message] {
            lists[kind] = ServiceLists.List(try await run.list(kind), at: run.time.now)
        }
        var known = known
        // The new lists may have changed the absences.
        known.absences = try await run.absences
        known.forget(ids)
        return try await DeliveryPlan(wanted, after: known, lists: lists, for: run.session, in: run.journal)
    }

    /// Records the planned items that the service already holds, without uploading anything.
    ///
    /// This restores a lost journal.
    ///
    /// - Parameter plan: One kind's part of a plan that ``plan(_:after:forgetting:)`` made in the same run.
    /// - Returns: The number of newly recorded items.
    /// - Throws: ``GlossportError`` if the journal fails.
    package func adopt(_ plan: Plan) async throws -> Int {
        let found = plan.items.filter { $0.evidence?.state == .uploaded }
        try await run.journal.want(found.map(\.item), in: run.id)
        try await run.journal.settle(found.compactMap(\.evidence), at: run.time.now, in: run.id)
        return found.count
    }

    // MARK: Uploading

    /// Records the items of a plan.
    ///
    /// - Throws: ``GlossportError`` if the journal fails.
    package func want(_ delivery: DeliveryPlan) async throws {
        try await run.journal.want(delivery.plans.flatMap(\.queue).map(\.item), in: run.id)
    }

    /// Uploads the images, and then every message whose images are uploaded.
    ///
    /// - Parameters:
    ///   - delivery: A plan that ``plan(_:after:forgetting:)`` made in the same run, and that ``want(_:)`` recorded.
    ///   - wanted: The desired items.
    /// - Returns: The result, with images and messages counted together.
    /// - Throws: ``GlossportError`` if the journal fails before anything was sent, or if another run has taken over.
    package func upload(_ delivery: DeliveryPlan, of wanted: DesiredItems) async throws -> ImportSummary {
        var held: Set<ServiceID> = []
        var imageSummary: ImportSummary?
        if let images = delivery.images {
            let summary = try await upload(images, files: wanted.imageFiles, concurrency: Self.imageConcurrency)
            if [.interrupted, .deadline, .credentials, .unclassified].contains(summary.outcome) {
                return summary + ImportSummary(notStarted: delivery.messages, because: summary)
            }
            held = try await messagesToHold(wanted)
            imageSummary = summary
        }
        let summary = try await upload(delivery.messages, holding: held)
        return imageSummary.map { $0 + summary } ?? summary
    }

    /// Uploads one kind, except for the items to hold back because their images are missing.
    private func upload(
        _ plan: Plan,
        holding held: Set<ServiceID> = [],
        files: ImageFiles = ImageFiles(),
        concurrency: Int = .max
    ) async throws -> ImportSummary {
        let journal = run.journal
        let wanted = plan.queue.filter { !held.contains($0.item.id) }
        // Forget the recorded states and reviews, which belong to the vanished uploads.
        let vanished = wanted.filter(\.isVanished).map(\.item.id)
        if !vanished.isEmpty { try await journal.forgetOutcomes(of: vanished, at: run.time.now, in: run.id) }
        // Evidence about a held item is settled only when the item is sent.
        let evidence = wanted.compactMap(\.evidence)
        if !evidence.isEmpty { try await journal.settle(evidence, at: run.time.now, in: run.id) }
        let toUpload = wanted.filter { $0.action == .upload }.map(\.item)
        let heldBack = plan.count(.upload) - toUpload.count
        let records = try await journal.records(of: toUpload.map(\.id), at: run.destination)
        // Send the planned content; take only the states and histories from the journal.
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
                adoptsFixedIDs: run.project.adoptsFixedIDs,
                budget: try await run.session.budget(plan.kind.uploadEndpoint, in: journal),
                seed: run.nextSeed()
            )
            tally = await Uploader(run, plan.kind, images: files).upload(machine) { machine in
                run.report(ImportProgress.uploading(machine))
                if let outcome = machine.outcome { run.report(ImportProgress.settled(outcome)) }
            }
            // The run that took over handles and reports the open items.
            if case .journal(let error)? = tally.stop, error.code == .journalLocked { throw error }
            if tally.unknown > 0, tally.stop == nil {
                for item in try await settleUnknown(&tally, plan.kind, wanted.map(\.item)) {
                    run.report(ImportProgress.settled(ItemOutcome(item: item, verdict: .uploaded(.listed))))
                }
            }
        }
        return ImportSummary(plan: plan, tally: tally, heldBack: heldBack)
    }

    /// Marks uploads in an unknown state as uploaded if a new list contains them; an absent id proves nothing.
    ///
    /// - Returns: The items that the list contains.
    private func settleUnknown(
        _ tally: inout UploadTally,
        _ kind: Item.Kind,
        _ wanted: [Item]
    ) async throws -> [Item] {
        let listed: [ServiceID: ReviewState]
        do {
            listed = try await run.list(kind)
        } catch let error as GlossportError where !error.isOfJournal {
            // The next run tries again.
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

    /// The messages with an image that is not uploaded.
    private func messagesToHold(_ wanted: DesiredItems) async throws -> Set<ServiceID> {
        let images = try await run.journal.records(of: wanted.images.map(\.id), at: run.destination)
        let isMissing = { (id: ServiceID) in images[id]?.state != .uploaded }
        return Set(wanted.messages.filter { $0.texts?.imageIDs.contains(where: isMissing) ?? false }.map(\.id))
    }
}

package enum ImportProgress: ProgressEvent {
    case uploading(UploadMachine)
    /// The certain result of an item, already in the journal.
    case settled(ItemOutcome)

    package var description: String {
        switch self {
        case .uploading(let machine): "\(machine.tally.settled) of \(machine.tally.total) settled"
        case .settled(let outcome): "\(outcome.item.title): \(outcome.verdict)"
        }
    }
}
