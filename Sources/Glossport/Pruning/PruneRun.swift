package import GlossportProject
import GlossportReading

/// Deletes at the service what nothing needs any more: messages first, then the images that only they used.
package struct PruneRun: Sendable {
    private let run: Run

    package init(_ run: Run) { self.run = run }

    /// The items that can be deleted, verified at the service as far as possible.
    ///
    /// The service has no list of defaults, and another tool may have set one. So each product is asked what it shows in every
    /// locale that the journal knows.
    ///
    /// - Parameters:
    ///   - wanted: The current catalog's messages and images.
    ///   - names: The names of the current catalog's messages.
    ///   - products: The products that the project knows; those of the journal are added.
    ///   - deletes: Whether the plan may be carried out; a mere proposal believes what was heard of slots lately.
    /// - Returns: The plan, and the candidates that turned out to be defaults, with where.
    /// - Throws: ``GlossportError`` of the journal, also for an item whose text does not make its id, or if the service can't be asked;
    ///   ``OutOfQuota``, also where the allowance does not suffice for all slots: the next run continues; ``Stopped``; `CancellationError`.
    package func plan(
        wanted: Set<ServiceID>,
        names: Set<String> = [],
        products: Set<String>,
        deletes: Bool = true
    ) async throws -> (plan: PrunePlan, inUse: [ServiceID: DefaultSlot]) {
        let records = try await run.journal.allRecords(at: run.destination)
        // Anyone can write a journal; an id proves that a message is ours, and which images it uses.
        for record in records { try record.item.requireIdentity(app: run.destination.app) }
        var listed: Set<ServiceID> = []
        var live = 0
        var others: Set<ServiceID> = []
        for kind in try await run.journal.listedKinds(at: run.destination) {
            let found = try await run.list(kind)
            if kind == .message {
                live = found.count
                others = Set(found.keys).subtracting(records.map(\.item.id))
            }
            listed.formUnion(found.keys)
        }
        let defaults = try await run.journal.defaults(at: run.destination).map { record in
            var record = record
            // Found among the answers below, with its slot.
            if record.foreign != nil { (record.seen, record.current) = (nil, nil) }
            return record
        }
        var plan = PrunePlan(
            records: records,
            defaults: defaults,
            wanted: wanted,
            listed: listed,
            vanished: try await run.absences.vanished,
            names: names,
            live: live
        )
        plan.others = others
        guard !plan.candidates.isEmpty else { return (plan, [:]) }
        let candidates = Set(plan.candidates.map(\.item.id))
        let locales = Self.locales(records, defaults)
        let look = try await look(products, locales, defaults, instead: candidates, deletes: deletes)
        let inUse = look.shown.filter { candidates.contains($0.key) }
        plan.keep(Set(inUse.keys))
        plan.remembered = look.remembered
        if let quota = look.outOfQuota {
            plan.postpone(look.doubtful, for: quota)
            if plan.candidates.isEmpty { throw quota }
        }
        return (plan, inUse)
    }

    /// Nothing binds a message to its locale at the service: it may be shown in any that this project has ever had.
    private static func locales(_ records: [ItemRecord], _ defaults: [DefaultRecord]) -> Set<String> {
        Set(records.map(\.item.locale) + defaults.map(\.slot.locale)).subtracting([""])
    }

    /// The slots' present defaults, as far as they were read now or are believed.
    private struct Look {
        /// The messages that this journal did not set there or that were read now, each with a slot.
        var shown: [ServiceID: DefaultSlot]
        /// The slots that were not asked, and believed.
        var remembered: PrunePlan.Memory?
        /// The messages that a slot has shown which could not be asked.
        var doubtful: Set<ServiceID> = []
        var outOfQuota: OutOfQuota?
    }

    /// Looks which messages slots show.
    ///
    /// A message can be deleted while customers see it, so the run that deletes asks for every product in every locale. Of a slot that has
    /// never shown what may be deleted, an answer of an earlier run counts where the allowance does not suffice, as long as ``memory(of:)``
    /// says; each answer is kept in the journal, so that the next run continues where this one ends. These come first: of the others, each
    /// answer permits a deletion.
    ///
    /// - Parameters:
    ///   - products: The products that the project knows.
    ///   - locales: The locales in which a message may be shown.
    ///   - defaults: The journal's defaults, for further products.
    ///   - ids: The messages that may be deleted: slots that have ever shown one of them are asked, whatever was heard of them.
    ///   - deletes: Whether anything is deleted; a proposal believes what was heard of all slots.
    /// - Returns: What they show.
    /// - Throws: ``GlossportError`` of the journal; `CancellationError`.
    private func look(
        _ products: Set<String>,
        _ locales: Set<String>,
        _ defaults: [DefaultRecord],
        instead ids: Set<ServiceID>,
        deletes: Bool
    ) async throws -> Look {
        let records = try await run.journal.slots(at: run.destination)
        func order(_ slot: DefaultSlot) -> (Timestamp, DefaultSlot) {
            (records[slot]?.heard ?? Timestamp(seconds: 0), slot)
        }
        /// The messages among `ids` that a slot has ever shown.
        func formerly(_ slot: DefaultSlot) -> Set<ServiceID> {
            guard let record = records[slot] else { return [] }
            return record.everSet.union([record.seen?.id].compactMap(\.self)).intersection(ids)
        }
        let slots = products.union(defaults.map(\.slot.product))
            .flatMap { product in locales.map { DefaultSlot(product: product, locale: $0) } }
            .sorted { order($0) < order($1) }
        let (now, memory) = (run.time.now, memory(of: slots.count))
        let isKnown = { (slot: DefaultSlot) in
            records[slot]?.heard.map { $0 <= now && now - $0 < memory } ?? false
        }
        let likely = Set(deletes ? slots.filter { !formerly($0).isEmpty } : [])
        let unknown = slots.filter { !isKnown($0) && !likely.contains($0) }
        let due = unknown + slots.filter(likely.contains)
        let spare = deletes ? try await run.room(.getDefault) - due.count : 0
        let rest = slots.filter { isKnown($0) && !likely.contains($0) }
        let (answers, left, obstacle) = await run.each(due + rest.prefix(max(0, spare))) { slot in
            try await read(slot, records[slot])
        }
        var shown = records.compactMapValues(\.foreign)
        for (slot, id) in answers { shown[slot] = id }
        var look = Look(shown: Dictionary(shown.map { ($1, $0) }) { min($0, $1) })
        switch obstacle {
        case var quota as OutOfQuota:
            quota.left = left.count { !isKnown($0) && !likely.contains($0) }
            if quota.left > 0 { throw quota }
            quota.left = left.count(where: likely.contains)
            if quota.left > 0 { look.outOfQuota = quota }
            for slot in left { look.doubtful.formUnion(formerly(slot)) }
        case let error?: throw error
        case nil: break
        }
        let asked = Set(answers.map(\.0))
        let heard = rest.filter { !asked.contains($0) }.compactMap { records[$0]?.heard }
        look.remembered = deletes ? heard.min().map { PrunePlan.Memory(slots: heard.count, since: $0) } : nil
        return look
    }

    /// How long it counts what a slot has shown, where a deletion depends on it and the allowance does not suffice to ask again.
    ///
    /// Slots that have shown it are asked anyway. Customers see production alone: there the run that deletes asks all, or, where an hour's allowance is too small for all slots, runs as many
    /// hours apart as that takes. In sandbox the allowance is a tenth, and two days permit a daily run to end with the second one.
    private func memory(of count: Int) -> Duration {
        guard run.destination.environment == .production else { return .seconds(2 * 86_400) }
        let allowance = run.session.allowance(.getDefault)
        return count > allowance ? HourLedger.hour * (count / allowance + 1) : .zero
    }

    /// Reads the default of a slot, and records it.
    private func read(_ slot: DefaultSlot, _ record: DefaultRecord?) async throws -> ServiceID? {
        let id: ServiceID?
        switch try await run.readDefault(slot) {
        case .message(let present): id = present
        case .empty: id = nil
        case .unknown(let answer): throw GlossportError.call(.getDefault, answer, about: slot.description)
        }
        let isDesired = id != nil && id == record?.desired
        // The journal calls it ours because the project wanted it when it was read; that would be lost.
        if !isDesired, let seen = record?.seen, seen.isOurs, seen.id == id { return id }
        let seen = DefaultRecord.Seen(id, at: run.time.now, isOurs: isDesired)
        try await run.journal.recordSeenDefault(slot, seen, in: run.id)
        return id
    }

    /// Deletes the candidates.
    ///
    /// Each is given up in the journal before the request leaves, so that its id is never used again, whatever becomes of the request.
    ///
    /// - Parameters:
    ///   - plan: The items to delete.
    ///   - progress: Called after each deletion.
    /// - Returns: The summary.
    /// - Throws: ``GlossportError`` of the journal, or for a refused token or a service that can't be reached; `CancellationError`. After the
    ///   first deletion, the summary has the error.
    package func delete(
        _ plan: PrunePlan,
        progress: (PruneSummary) -> Void = { _ in }
    ) async throws -> PruneSummary {
        if !plan.vanished.isEmpty {
            let gone = plan.vanished.map(\.id)
            try await run.journal.recordDeletion(of: gone, at: run.time.now, in: run.id)
        }
        let messagesFirst =
            plan.candidates.filter { $0.item.kind == .message } + plan.candidates.filter { $0.item.kind == .image }
        var summary = try await delete(
            messagesFirst.map { Deletion(kind: $0.item.kind, id: $0.item.id, isOurs: true) },
            progress
        )
        summary.planned += plan.postponed.count
        summary.outOfQuota = summary.outOfQuota ?? plan.outOfQuota
        return summary
    }

    /// Deletes items by id, also such as the journal does not know.
    ///
    /// - Parameters:
    ///   - ids: The items to delete.
    ///   - kind: Their kind.
    ///   - products: The products that the project knows; those of the journal are added.
    ///   - evenIfShown: Whether also what customers see; then the service is not asked.
    /// - Returns: The summary.
    /// - Throws: As ``delete(_:progress:)`` does; ``GlossportError`` with code `invalidOption` for what customers see, or with the
    ///   service's answer where a default could not be read; ``OutOfQuota`` as ``plan(wanted:names:products:deletes:)`` does.
    package func delete(
        _ ids: [ServiceID],
        _ kind: Item.Kind,
        products: Set<String> = [],
        evenIfShown: Bool
    ) async throws -> PruneSummary {
        if !evenIfShown { try await requireUnseen(ids, kind, products) }
        let known = try await run.journal.records(of: ids, at: run.destination)
        let deletions = ids.map { id in
            let state = known[id]?.state
            return Deletion(kind: kind, id: id, isOurs: state == .uploaded || state == .deleted)
        }
        return try await delete(deletions) { _ in }
    }

    /// Makes sure that customers see none of these items: messages as defaults, images with them.
    private func requireUnseen(_ ids: [ServiceID], _ kind: Item.Kind, _ products: Set<String>) async throws {
        let records = try await run.journal.allRecords(at: run.destination)
        let defaults = try await run.journal.defaults(at: run.destination)
        let messages = Dictionary(records.map { ($0.item.id, $0.item) }) { first, _ in first }
        func require(_ shown: ServiceID, _ slot: DefaultSlot) throws {
            let seen = kind == .message ? [shown] : messages[shown]?.texts?.imageIDs ?? []
            guard let id = ids.first(where: seen.contains) else { return }
            throw GlossportError(
                .invalidOption,
                kind == .message
                    ? "\(id) is the default of \(slot): customers would see nothing."
                    : "The default of \(slot) shows the image \(id).",
                remedy: kind == .message ? "Set another default first, or add --force." : "Set another default first."
            )
        }
        for record in defaults { if let id = record.present { try require(id, record.slot) } }
        // A message that this journal does not know may be shown in a locale that it does not know either.
        let isKnown = kind == .image || ids.allSatisfy { messages[$0] != nil }
        let others = isKnown ? [] : StoreLocale.all
        let locales = Self.locales(records, defaults).union(others)
        let look = try await look(products, locales, defaults, instead: Set(ids), deletes: true)
        for (id, slot) in look.shown { try require(id, slot) }
        if let quota = look.outOfQuota { throw quota }
    }

    /// Something to delete.
    private struct Deletion {
        var kind: Item.Kind
        var id: ServiceID
        /// Whether the journal knows it as uploaded.
        var isOurs: Bool
    }

    private func delete(_ deletions: [Deletion], _ progress: (PruneSummary) -> Void) async throws -> PruneSummary {
        var summary = PruneSummary(planned: deletions.count)
        do {
            for deletion in deletions {
                try await delete(deletion, &summary)
                progress(summary)
            }
        } catch let quota as OutOfQuota {
            summary.outOfQuota = quota
        } catch let stopped as Stopped {
            summary.stop = stopped.cause
        } catch  where summary.notYet < summary.planned {
            summary.trouble = error
        }
        return summary
    }

    private func delete(_ deletion: Deletion, _ summary: inout PruneSummary) async throws {
        let (id, isOurs) = (deletion.id, deletion.isOurs)
        let note = { @Sendable [run] (moment: Timestamp?) in
            guard isOurs else { return }
            try await run.journal.recordDeletion(of: [id], at: moment, in: run.id)
        }
        let answer: Answer
        do {
            answer = try await run.delete(
                deletion.kind,
                id,
                prepare: { [run] in try await note(run.time.now) },
                revert: { try await note(nil) }
            )
        } catch let error where !(error is OutOfQuota || error is Stopped) {
            // The journal takes the deletion back if certainly nothing was deleted.
            let known = try? await run.journal.records(of: [id], at: run.destination)[id]
            if isOurs, known?.state == .deleted { summary.unknown.append(id) }
            throw error
        }
        switch answer.outcome {
        // An item that no longer exists needs no deletion.
        case .accepted, .notFound: summary.deleted.append(id)
        // A deletion without a conclusive answer: the item may be gone.
        case .unknown: summary.unknown.append(id)
        default:
            let isInUse = answer.appleCode == 4_030_019
            let reason = isInUse ? "a message that this journal does not know uses it" : answer.explanation
            summary.kept.append(PruneSummary.Kept(id: id, reason: reason))
        }
    }
}
