/// What taking the last flip of defaults back means, slot by slot.
package struct Rollback: Sendable, Hashable {
    /// Slots that get back what they held before, by product and locale.
    package private(set) var restored: [DefaultRecord] = []
    /// Slots that held nothing before.
    package private(set) var emptied: [DefaultRecord] = []

    /// Takes back what the newest run has set that has anything left to take back.
    ///
    /// What was changed by hand stays; so a rollback that was cut off is gone on with by the next one, and one after that goes a
    /// flip further back.
    ///
    /// - Parameters:
    ///   - defaults: Every slot of the destination.
    ///   - emptiesSlots: Whether a slot that held nothing before is emptied; otherwise it is left out.
    ///   - isMeant: Whether a slot is to be looked at.
    package init(
        _ defaults: [DefaultRecord],
        emptiesSlots: Bool,
        where isMeant: (DefaultRecord) -> Bool = { _ in true }
    ) {
        let flipped = defaults.filter {
            isMeant($0) && !$0.isByHand && $0.current != $0.previous && (emptiesSlots || $0.previous != nil)
        }
        let newest = flipped.compactMap(\.changedIn).max()
        for record in flipped where record.changedIn == newest {
            if record.previous == nil { emptied.append(record) } else { restored.append(record) }
        }
    }

    /// What each slot is to hold.
    package var changes: [DefaultChange.Wish] {
        (restored + emptied).map { DefaultChange.Wish($0.slot, $0.previous) }.sorted { $0.slot < $1.slot }
    }

    /// Makes slots want what they get back, or nothing, so that nobody sets them again.
    ///
    /// - Parameters:
    ///   - slots: Those that are changed.
    ///   - journal: Where wishes are kept.
    ///   - run: The run.
    /// - Throws: ``GlossportError`` of the journal.
    package func keep(_ slots: Set<DefaultSlot>, in journal: any Journal, _ run: RunID) async throws {
        let held = restored.filter { slots.contains($0.slot) }.compactMap { record in
            record.message.flatMap { message in
                record.previous.map { DesiredDefault(record.slot, message: message, item: $0) }
            }
        }
        try await journal.desire(held, products: [:], in: run)
        try await journal.forget(emptied.map(\.slot).filter(slots.contains), in: run)
    }
}
