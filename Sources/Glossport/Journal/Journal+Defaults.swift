package import GlossportProject
import GlossportReading

/// The records of desired, set, held and seen defaults; each method that writes does so in one transaction.
extension Journal {
    /// Records the desired defaults of slots; other slots are unchanged.
    ///
    /// `unexpected` contains the locales that the project does not expect. Held slots stay unchanged
    /// if `leavesHeld`; a rollback passes `false`, because it changes them too.
    ///
    /// - Throws: ``GlossportError`` with code `journal`, also for an item that is not in the journal.
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
                // A text that a person chose, for example with a rollback, becomes the project's own when the project
                // desires it too.
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

    /// Withdraws the desired defaults of slots that are not held, so that imports no longer set them.
    ///
    /// `withdrawal` determines whether the visible default is kept, or a user has agreed to its removal. If `isWhole`,
    /// `slots` are all that the project has withdrawn, and earlier agreements for other slots lapse.
    ///
    /// - Returns: The withdrawn slots.
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

    /// Clears the desired defaults of slots.
    package func forget(_ slots: [DefaultSlot], in run: RunID) async throws {
        try await write(in: run) { draft in
            let moment = draft.state.start(of: run)
            for slot in slots {
                try draft.add(JournalEvent(.defaultWanted, in: run.number, at: moment, slot: slot, item: nil))
            }
        }
    }

    /// Holds or releases slots; imports leave the desired default of a held slot unchanged.
    package func hold(_ slots: [DefaultSlot], _ isHeld: Bool, at moment: Timestamp, in run: RunID) async throws {
        try await write(in: run) { draft in
            let kind: JournalEvent.Kind = isHeld ? .defaultHeld : .defaultReleased
            for slot in slots where draft.state.isHeld(slot) != isHeld {
                try draft.add(JournalEvent(kind, in: run.number, at: moment, slot: slot, item: nil))
            }
        }
    }

    /// Records that we set or deleted the default of a slot; its former default becomes the previous one.
    ///
    /// An earlier reading of the slot is forgotten. So are earlier attempts, except those to set another item in
    /// another run that never ended: that run was superseded, and its request may still arrive.
    package func recordDefault(_ slot: DefaultSlot, _ item: ServiceID?, at moment: Timestamp, in run: RunID)
        async throws
    {
        try await write(in: run) { draft in
            try draft.add(JournalEvent(.defaultSet, in: run.number, at: moment, slot: slot, item: item))
        }
    }

    /// Records an attempt to set a default before the request is sent; the item may be live from then on.
    ///
    /// With `leavesHeld`, a held slot stays unchanged, even if it was held only a moment ago.
    ///
    /// - Returns: Whether the default may be set.
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

    package func recordSeenDefault(_ slot: DefaultSlot, _ seen: DefaultRecord.Seen, in run: RunID) async throws {
        try await write(in: run) { draft in
            var event = JournalEvent(.defaultSeen, in: run.number, at: seen.at, slot: slot, item: seen.id)
            event.outcome = seen.isOurs ? JournalState.ours : JournalState.foreign
            try draft.add(event)
        }
    }
}
