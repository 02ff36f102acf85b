package import GlossportProject

/// The undoing of the last flip of defaults, slot by slot.
package struct Rollback: Sendable, Hashable {
    /// Slots that get back what they held before, by product and locale.
    package private(set) var restored: [DefaultRecord] = []
    /// Slots that held nothing before.
    package private(set) var emptied: [DefaultRecord] = []
    /// Slots that can't get back what they held: it was deleted since.
    package private(set) var lost: [DefaultRecord] = []

    /// Takes back what the newest run has set that has anything left to take back.
    ///
    /// Defaults changed by hand stay. So the next rollback continues an interrupted one, and the one after that goes
    /// back one more flip.
    ///
    /// - Parameters:
    ///   - defaults: Every slot of the destination.
    ///   - deleted: Messages that were deleted at the service.
    ///   - emptiesSlots: Whether a slot that held nothing before is emptied; otherwise it is left out.
    ///   - isMeant: Whether a slot is to be looked at.
    package init(
        _ defaults: [DefaultRecord],
        deleted: Set<ServiceID>,
        emptiesSlots: Bool,
        where isMeant: (DefaultRecord) -> Bool = { _ in true }
    ) {
        let flipped = defaults.filter {
            isMeant($0) && !$0.isByHand && $0.current != $0.previous && (emptiesSlots || $0.previous != nil)
        }
        let newest = flipped.compactMap(\.changedIn).max()
        for record in flipped where record.changedIn == newest {
            switch record.previous {
            case nil: emptied.append(record)
            case let id? where deleted.contains(id): lost.append(record)
            case _?: restored.append(record)
            }
        }
    }

    /// The new default of each slot.
    package var changes: [DefaultChange.DesiredChange] {
        (restored + emptied).map { DefaultChange.DesiredChange($0.slot, $0.previous) }.sorted { $0.slot < $1.slot }
    }

    /// Makes slots want what is restored, or nothing, so that it is not replaced again.
    ///
    /// - Parameters:
    ///   - slots: Those that are changed.
    ///   - journal: Where wishes are kept.
    ///   - run: The run.
    /// - Throws: ``GlossportError`` of the journal.
    package func keep(_ slots: Set<DefaultSlot>, in journal: Journal, _ run: RunID) async throws {
        let held = restored.filter { slots.contains($0.slot) }.compactMap { record in
            record.message.flatMap { message in
                record.previous.map { DesiredDefault(record.slot, message: message, item: $0) }
            }
        }
        try await journal.desire(held, leavesHeld: false, in: run)
        try await journal.forget(emptied.map(\.slot).filter(slots.contains), in: run)
    }
}
