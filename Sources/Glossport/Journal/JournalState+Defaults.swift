extension JournalState {
    /// Every slot whose default is desired, set, seen, attempted or held, sorted by product and locale.
    package var defaults: [DefaultRecord] {
        slots.values.filter {
            $0.desired != nil || $0.changed != nil || $0.seen?.id != nil || !$0.attempted.isEmpty || $0.isHeld
        }
        .sorted { $0.slot < $1.slot }
    }

    /// The events after which customers may have seen a desired text; they determine the order of the texts.
    var showings: Set<Int64> { Set(slots.values.flatMap { $0.desiredTexts.compactMap(\.shown) }) }

    func `default`(_ slot: DefaultSlot) -> DefaultRecord { slots[slot] ?? DefaultRecord(slot: slot) }

    func isHeld(_ slot: DefaultSlot) -> Bool { slots[slot]?.isHeld ?? false }

    func wants(_ wanted: DesiredDefault, isExpected: Bool) -> Bool {
        guard let record = slots[wanted.slot], record.wasExpected || !isExpected else { return false }
        return record.message == wanted.message && record.desired == wanted.item
    }
}
