package import GlossportProject
import GlossportReading

/// Deletes unused items at the service: messages first, then the images that only these messages used.
package struct Pruner: Sendable {
    private let run: Run

    package init(_ run: Run) { self.run = run }

    /// Returns the items that can be deleted, after reading the defaults that customers see.
    ///
    /// The service has no list of defaults, and another tool may have set one. For this reason, the run reads the
    /// default of each product in every locale that the journal knows.
    ///
    /// - Parameters:
    ///   - wanted: The current catalog's messages and images.
    ///   - names: The names of the current catalog's messages.
    ///   - products: The project's products. The journal's products are added.
    ///   - deletes: Whether the plan may be carried out. A mere proposal accepts every recent reading of a slot.
    /// - Returns: The plan, and the candidates that are defaults, each with a slot.
    /// - Throws: ``GlossportError`` from the journal, for an item whose content does not match its id, or if the
    ///   service can't be reached; ``OutOfQuota``, also if the allowance does not suffice for all slots (the next run
    ///   continues); ``Stopped``; `CancellationError`.
    package func plan(
        wanted: Set<ServiceID>,
        names: Set<String> = [],
        products: Set<String>,
        deletes: Bool = true
    ) async throws -> (plan: PrunePlan, inUse: [ServiceID: DefaultSlot]) {
        let records = try await run.journal.read(at: run.destination) { try $0.allRecords() }
        // Anyone can write a journal. The id proves that a message is ours and which images it uses.
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
        let defaults = try await run.journal.read(at: run.destination) { $0.defaults }.map { record in
            var record = record
            // The readings below find this default, with its slot.
            if record.foreign != nil { (record.seen, record.lastSet) = (nil, nil) }
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
        let readings = try await readings(products, locales, defaults, instead: candidates, deletes: deletes)
        let inUse = readings.shown.filter { candidates.contains($0.key) }
        plan.keep(Set(inUse.keys))
        plan.remembered = readings.remembered
        if let quota = readings.outOfQuota {
            plan.postpone(readings.doubtful, for: quota)
            if plan.candidates.isEmpty { throw quota }
        }
        return (plan, inUse)
    }

    /// Every locale in the journal, because a message may be shown in any of them.
    ///
    /// The service does not tie a message to its locale.
    private static func locales(_ records: [ItemRecord], _ defaults: [DefaultRecord]) -> Set<String> {
        Set(records.map(\.item.locale) + defaults.map(\.slot.locale)).subtracting([""])
    }

    /// The current defaults of the slots, from new readings or recent ones.
    private struct Readings {
        /// The messages that others have set or that were read now, each with a slot.
        var shown: [ServiceID: DefaultSlot]
        /// The slots with an accepted earlier reading.
        var remembered: PrunePlan.Memory?
        /// The messages that slots have shown, if those slots could not be read.
        var doubtful: Set<ServiceID> = []
        var outOfQuota: OutOfQuota?
    }

    /// Finds the messages that slots show.
    ///
    /// The service deletes a message even if customers see it, so a run that deletes reads every product in every
    /// locale. If the allowance does not suffice, a recorded reading is accepted for a slot that has never shown one of
    /// the messages, unless it is older than ``memory(of:)``. Each reading is recorded, so the next run continues where
    /// this one ends.
    ///
    /// Slots without a valid reading come first. Slots that have shown one of the messages follow; each of their
    /// readings permits a deletion.
    ///
    /// - Parameters:
    ///   - products: The project's products.
    ///   - locales: The locales that may show a message.
    ///   - defaults: The journal's defaults, which may add products.
    ///   - ids: The messages to delete. A slot that has ever shown one of them is read regardless of earlier readings.
    ///   - deletes: Whether messages are deleted. A mere proposal accepts every recent reading of a slot.
    /// - Returns: The messages, and the slots that show them.
    /// - Throws: ``GlossportError`` from the journal; ``OutOfQuota``; `CancellationError`.
    private func readings(
        _ products: Set<String>,
        _ locales: Set<String>,
        _ defaults: [DefaultRecord],
        instead ids: Set<ServiceID>,
        deletes: Bool
    ) async throws -> Readings {
        let records = try await run.journal.read(at: run.destination) { $0.slots }
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
        var readings = Readings(shown: Dictionary(shown.map { ($1, $0) }) { min($0, $1) })
        switch obstacle {
        case var quota as OutOfQuota:
            quota.left = left.count { !isKnown($0) && !likely.contains($0) }
            if quota.left > 0 { throw quota }
            quota.left = left.count(where: likely.contains)
            if quota.left > 0 { readings.outOfQuota = quota }
            for slot in left { readings.doubtful.formUnion(formerly(slot)) }
        case let error?: throw error
        case nil: break
        }
        let wereRead = Set(answers.map(\.0))
        let heard = rest.filter { !wereRead.contains($0) }.compactMap { records[$0]?.heard }
        readings.remembered = deletes ? heard.min().map { PrunePlan.Memory(slots: heard.count, since: $0) } : nil
        return readings
    }

    /// The maximum age of an accepted reading.
    ///
    /// A run that deletes accepts readings only if the allowance does not suffice for new ones, and it always reads
    /// slots that have shown one of the messages. In production, which customers see, a run reads all slots. If an
    /// hour's allowance is too small for that, readings of several runs count, for as many hours as the slots need. In
    /// the sandbox, the allowance is a tenth, and two days let a daily run finish on the second day.
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
        // Keep a record that marks the default as ours. It was desired when it was read, and a new record would lose
        // that.
        if !isDesired, let seen = record?.seen, seen.isOurs, seen.id == id { return id }
        let seen = DefaultRecord.Seen(id, at: run.time.now, isOurs: isDesired)
        try await run.journal.recordSeenDefault(slot, seen, in: run.id)
        return id
    }

    /// Deletes the candidates.
    ///
    /// Each item is marked as deleted in the journal before its request leaves, so that its id is not reused if the
    /// result of the request remains unknown.
    ///
    /// - Throws: ``GlossportError`` from the journal, for a refused token, or if the service can't be reached;
    ///   `CancellationError`. After the first deletion, the summary contains the error instead.
    package func delete(_ plan: PrunePlan) async throws -> PruneSummary {
        if !plan.vanished.isEmpty {
            let gone = plan.vanished.map(\.id)
            try await run.journal.recordDeletion(of: gone, at: run.time.now, in: run.id)
        }
        let messagesFirst =
            plan.candidates.filter { $0.item.kind == .message } + plan.candidates.filter { $0.item.kind == .image }
        var summary = try await delete(
            messagesFirst.map { Deletion(kind: $0.item.kind, id: $0.item.id, isOurs: true) }
        )
        summary.planned += plan.postponed.count
        summary.outOfQuota = summary.outOfQuota ?? plan.outOfQuota
        return summary
    }

    /// Deletes items by id, including ids that the journal does not know.
    ///
    /// - Parameters:
    ///   - ids: The items to delete.
    ///   - kind: The kind of the items.
    ///   - products: The project's products. The journal's products are added.
    ///   - evenIfShown: Whether to delete items that customers see. If so, slots are not read.
    /// - Returns: The results of the deletions.
    /// - Throws: The errors of ``delete(_:)``; ``GlossportError`` with code `invalidOption` for an item that
    ///   customers see, or with the service's answer if a default could not be read; ``OutOfQuota`` as in
    ///   ``plan(wanted:names:products:deletes:)``.
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
        return try await delete(deletions)
    }

    /// Throws if customers see one of these items: a message as a default, or an image in a default message.
    private func requireUnseen(_ ids: [ServiceID], _ kind: Item.Kind, _ products: Set<String>) async throws {
        let (records, defaults) = try await run.journal.read(at: run.destination) { (try $0.allRecords(), $0.defaults) }
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
        // A message that this journal does not know may be shown in a locale that the journal does not know either.
        let isKnown = kind == .image || ids.allSatisfy { messages[$0] != nil }
        let others = isKnown ? [] : StoreLocale.all
        let locales = Self.locales(records, defaults).union(others)
        let readings = try await readings(products, locales, defaults, instead: Set(ids), deletes: true)
        for (id, slot) in readings.shown { try require(id, slot) }
        if let quota = readings.outOfQuota { throw quota }
    }

    private struct Deletion {
        var kind: Item.Kind
        var id: ServiceID
        /// Whether the journal has recorded it as uploaded or deleted.
        var isOurs: Bool
    }

    private func delete(_ deletions: [Deletion]) async throws -> PruneSummary {
        var summary = PruneSummary(planned: deletions.count)
        do {
            for deletion in deletions {
                try await delete(deletion, &summary)
                run.report(summary)
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
            // If certainly nothing was deleted, the deletion mark in the journal has been reverted. A remaining mark
            // means that the result is unknown.
            let known = try? await run.journal.records(of: [id], at: run.destination)[id]
            if isOurs, known?.state == .deleted { summary.unknown.append(id) }
            throw error
        }
        switch answer.outcome {
        // An item that no longer exists needs no deletion.
        case .accepted, .notFound: summary.deleted.append(id)
        // The deletion got no conclusive answer; the item may be gone.
        case .unknown: summary.unknown.append(id)
        default:
            let isInUse = answer.appleCode == 4_030_019
            let reason = isInUse ? "a message that this journal does not know uses it" : answer.explanation
            summary.kept.append(PruneSummary.Kept(id: id, reason: reason))
        }
    }
}
