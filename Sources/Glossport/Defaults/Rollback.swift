package import GlossportProject

/// A plan for undoing the last change of defaults, slot by slot.
package struct Rollback: Sendable, Hashable {
    /// Slots that get their previous default back, sorted by product and locale.
    package private(set) var restored: [DefaultRecord] = []
    /// Slots that held nothing before the undone run.
    package private(set) var emptied: [DefaultRecord] = []
    /// Slots whose previous default is among the deleted messages, so it can't be restored.
    package private(set) var lost: [DefaultRecord] = []

    /// Undoes the newest run whose defaults have not all been undone.
    ///
    /// Defaults that were changed by hand stay. For this reason, the next rollback continues an interrupted one, and
    /// the one after it undoes the run before. The messages in `deleted` can't be restored: they were deleted, or the
    /// journal does not know them. Unless `emptiesSlots`, a slot that held nothing before is left out.
    package init(
        _ defaults: [DefaultRecord],
        deleted: Set<ServiceID>,
        emptiesSlots: Bool,
        where isMeant: (DefaultRecord) -> Bool = { _ in true }
    ) {
        let flipped = defaults.filter {
            isMeant($0) && !$0.isByHand && $0.lastSet != $0.previous && (emptiesSlots || $0.previous != nil)
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

    package var changes: [DefaultChange.DesiredChange] {
        (restored + emptied).map { DefaultChange.DesiredChange($0.slot, $0.previous) }.sorted { $0.slot < $1.slot }
    }

    /// Makes the restored messages the desired defaults, and clears the desired defaults of emptied slots, so that
    /// settling does not replace them again.
    ///
    /// - Throws: ``GlossportError`` from the journal.
    package func keep(_ slots: Set<DefaultSlot>, in journal: Journal, _ run: RunID) async throws {
        let desired = restored.filter { slots.contains($0.slot) }.compactMap { record in
            record.message.flatMap { message in
                record.previous.map { DesiredDefault(record.slot, message: message, item: $0) }
            }
        }
        try await journal.desire(desired, leavesHeld: false, in: run)
        try await journal.forget(emptied.map(\.slot).filter(slots.contains), in: run)
    }
}
