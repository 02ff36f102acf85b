package import GlossportProject
import GlossportReading

/// The defaults that are wanted, set, held and seen.
extension Journal {
    /// Remembers what is to be the default where, in one transaction.
    ///
    /// - Parameters:
    ///   - defaults: The planned defaults; other slots keep theirs.
    ///   - unexpected: The locales among them that the project does not expect.
    ///   - leavesHeld: Whether held slots keep theirs; a rollback changes them, too.
    ///   - run: The run.
    /// - Throws: ``GlossportError`` with code `journal`, also for an item that the journal does not know.
    package func desire(
        _ defaults: [DesiredDefault],
        unexpected: Set<String> = [],
        leavesHeld: Bool = true,
        in run: RunID
    ) async throws {
        try await write(in: run) { draft in
            try Self.require(defaults.map(\.item), draft.state)
            let moment = draft.state.start(of: run)
            let isByHand = draft.state.runs[run.number]?.record.command.isByHand ?? false
            for wanted in defaults {
                let isExpected = !unexpected.contains(wanted.slot.locale)
                let isKnown = draft.state.wants(wanted, isExpected: isExpected)
                // A person's wish, such as a rollback, becomes the project's own.
                let isConfirmed = !isByHand && draft.state.default(wanted.slot).isWantedByHand
                guard !isKnown || isConfirmed else { continue }
                guard !leavesHeld || !draft.state.isHeld(wanted.slot) else { continue }
                var event = JournalEvent(
                    .defaultWanted,
                    in: run.number,
                    at: moment,
                    slot: wanted.slot,
                    item: wanted.item
                )
                event.text = wanted.message
                event.outcome = isExpected ? nil : JournalState.unexpected
                try draft.add(event)
            }
        }
    }

    /// Withdraws what is wanted of slots, in one transaction: nothing sets it again; what customers see there is kept, or its removal agreed to.
    ///
    /// - Parameters:
    ///   - slots: The slots that the project no longer wants; a held slot keeps its wish.
    ///   - withdrawal: The answer.
    ///   - isWhole: Whether these are all that the project has withdrawn: then no earlier agreement holds for others.
    ///   - run: The run.
    /// - Returns: The slots that are withdrawn now.
    /// - Throws: ``GlossportError`` with code `journal`.
    @discardableResult
    package func withdraw(
        _ slots: [DefaultSlot],
        _ withdrawal: DefaultRecord.Withdrawal,
        isWhole: Bool = false,
        in run: RunID
    ) async throws -> Set<DefaultSlot> {
        try await write(in: run) { draft in
            let moment = draft.state.start(of: run)
            func add(_ record: DefaultRecord, _ withdrawal: DefaultRecord.Withdrawal) throws {
                guard record.desired != nil || record.withdrawal != withdrawal else { return }
                var event = JournalEvent(.defaultWanted, in: run.number, at: moment, slot: record.slot, item: nil)
                (event.text, event.outcome) = (record.message, withdrawal.rawValue)
                try draft.add(event)
            }
            let open = slots.filter { !draft.state.isHeld($0) }
            for slot in open { try add(draft.state.default(slot), withdrawal) }
            let named = Set(slots)
            for record in draft.state.defaults
            where isWhole && record.withdrawal == .agreed && !named.contains(record.slot) { try add(record, .kept) }
            return Set(open)
        }
    }

    /// Wants nothing of these slots any more, in one transaction.
    package func forget(_ slots: [DefaultSlot], in run: RunID) async throws {
        try await write(in: run) { draft in
            let moment = draft.state.start(of: run)
            for slot in slots {
                try draft.add(JournalEvent(.defaultWanted, in: run.number, at: moment, slot: slot, item: nil))
            }
        }
    }

    /// Lets imports leave what is wanted of these slots as it is, or change it again, in one transaction.
    ///
    /// - Parameters:
    ///   - slots: Which ones.
    ///   - isHeld: Whether they are held from now on.
    ///   - moment: When.
    ///   - run: The run.
    /// - Throws: ``GlossportError`` with code `journal`.
    package func hold(_ slots: [DefaultSlot], _ isHeld: Bool, at moment: Timestamp, in run: RunID) async throws {
        try await write(in: run) { draft in
            let kind: JournalEvent.Kind = isHeld ? .defaultHeld : .defaultReleased
            for slot in slots where draft.state.isHeld(slot) != isHeld {
                try draft.add(JournalEvent(kind, in: run.number, at: moment, slot: slot, item: nil))
            }
        }
    }

    /// Every slot that something is wanted of or was set in, by product and locale.
    package func defaults(at destination: Destination) async throws -> [DefaultRecord] {
        try await perform(at: destination, asks: true) { $0.state.defaults }
    }

    /// Every slot that was ever read, too, with the default that it showed.
    package func slots(at destination: Destination) async throws -> [DefaultSlot: DefaultRecord] {
        let all = try await perform(at: destination, asks: true) { $0.state.allSlots }
        return Dictionary(all.map { ($0.slot, $0) }) { first, _ in first }
    }

    /// Remembers that we have put an item into a slot, or emptied it; what it held before becomes the previous one.
    ///
    /// An earlier look at the slot is forgotten. So are earlier attempts, but for those of a run that never ended: it was passed over, and its
    /// request may still arrive.
    package func recordDefault(_ slot: DefaultSlot, _ item: ServiceID?, at moment: Timestamp, in run: RunID)
        async throws
    {
        try await write(in: run) { draft in
            try draft.add(JournalEvent(.defaultSet, in: run.number, at: moment, slot: slot, item: item))
        }
    }

    /// Records that an item is about to be put into a slot, before the request leaves: it may be there from now on.
    ///
    /// - Parameters:
    ///   - slot: The slot.
    ///   - item: The item.
    ///   - leavesHeld: Whether a slot that is held stays as it is, also if it was held only now.
    ///   - run: The run.
    /// - Returns: Whether it may be set.
    /// - Throws: ``GlossportError`` with code `journal`.
    @discardableResult
    package func recordDefaultAttempt(
        _ slot: DefaultSlot,
        _ item: ServiceID,
        leavesHeld: Bool = false,
        in run: RunID
    ) async throws -> Bool {
        try await write(in: run) { draft in
            guard !leavesHeld || !draft.state.isHeld(slot) else { return false }
            let moment = draft.state.start(of: run)
            try draft.add(JournalEvent(.defaultBegan, in: run.number, at: moment, slot: slot, item: item))
            return true
        }
    }

    /// Records the present default of a slot, as read from the service.
    package func recordSeenDefault(_ slot: DefaultSlot, _ seen: DefaultRecord.Seen, in run: RunID) async throws {
        try await write(in: run) { draft in
            var event = JournalEvent(.defaultSeen, in: run.number, at: seen.at, slot: slot, item: seen.id)
            event.outcome = seen.isOurs ? JournalState.ours : JournalState.foreign
            try draft.add(event)
        }
    }
}
