package import GlossportProject

/// The defaults that would become others, old and new: what customers would see change.
package struct DefaultChanges: Sendable {
    package private(set) var rows: [Row] = []
    /// Defaults that are held, and would otherwise become others.
    package private(set) var held: [Row] = []
    /// How many defaults customers see, and how many of them would become others.
    package private(set) var live = 0
    package private(set) var replaced = 0
    /// The defaults that would become older, also where customers see no difference yet; production needs leave for them.
    package private(set) var setBacks: [SetBack] = []

    /// A slot that would show something else.
    package struct Row: Sendable, Encodable {
        package var desired: DesiredDefault
        /// The header of the message that is wanted there.
        package var header: String
        /// The message that customers see there, as far as the journal knows; `nil` if there is none.
        package var present: ServiceID?
        /// The journal's record of it, if it has one.
        package var presentItem: Item?
        /// Its adopted name, where the journal has no record.
        package var presentName: MessageName?
        /// Whether the journal has set or read the present default.
        package var isKnown = false
        /// Whether the present default was set by hand, as by a rollback.
        package var isByHand = false
        /// The newer text that has replaced the one that is wanted, if one has.
        package var setBack: SetBack?
        /// Why the present default could not be read.
        package var unread: String?
        /// The fields in which the present and the new message differ, as far as the journal knows both.
        package var fields: [FieldChange] = []

        private enum CodingKeys: CodingKey {
            case desired, header, present, presentItem, presentName, isByHand, setBack, unread
        }
    }

    /// Compares the desired defaults with what customers see.
    ///
    /// - Parameters:
    ///   - wanted: The wishes.
    ///   - withdrawals: The defaults that are no longer wanted.
    ///   - items: The desired items, for texts that the journal does not contain yet.
    ///   - contents: The contents of the journal.
    ///   - run: Asks in production for what the journal knows nothing of; its answers count for this look only.
    /// - Throws: ``GlossportError`` if the service can't be asked.
    package init(
        _ wanted: [DesiredDefault],
        withdrawing withdrawals: Withdrawals = Withdrawals(),
        of items: [Item],
        after contents: JournalContents,
        asking run: Run? = nil
    ) async throws {
        guard !wanted.isEmpty else { return }
        let defaults = contents.defaults
        let filled = defaults.compactMap { record in record.present.map { (record.slot, $0) } }
        var present = Dictionary(filled) { first, _ in first }
        var known = Set(defaults.filter { $0.seen != nil || $0.changed != nil }.map(\.slot))
        // Defaults that others have set stay, or are taken over by a decision of its own.
        var foreign = Set(defaults.filter { $0.foreign != nil }.map(\.slot))
        var unread: [DefaultSlot: String] = [:]
        if let run, run.isProduction {
            let unknown = wanted.map(\.slot).filter { !known.contains($0) }
            for (slot, shown) in try await run.shownDefaults(in: unknown) {
                switch shown {
                case .message(let id):
                    present[slot] = id
                    foreign.insert(slot)
                    known.insert(slot)
                case .empty: known.insert(slot)
                case .unknown(let answer): unread[slot] = answer.explanation
                }
            }
        }
        let held = Set(defaults.filter(\.isHeld).map(\.slot))
        let byHand = Set(defaults.filter(\.isByHand).map(\.slot))
        let others = wanted.filter { present[$0.slot] != $0.item }
        let changes = others.filter { !held.contains($0.slot) }
        live = present.count
        replaced = changes.count { present[$0.slot] != nil && !foreign.contains($0.slot) }
        let records = Dictionary(defaults.map { ($0.slot, $0) }) { first, _ in first }
        var messages = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
        for record in contents.records { messages[record.item.id] = record.item }
        let stuck = Self.stuckProducts(contents)
        let older = wanted.compactMap { desired in
            records[desired.slot].flatMap {
                let isStuck = stuck.contains(desired.slot.product)
                return SetBack(desired, in: $0, showing: present[desired.slot], messages, isStuck: isStuck)
            }
        }
        setBacks = older + SetBack.additions(withdrawals, besides: wanted, in: records, messages)
        let places = Dictionary(older.map { ($0.desired.slot, $0) }) { first, _ in first }
        let all = others.sorted { $0.slot < $1.slot }.map { change in
            let (old, new) = (present[change.slot], messages[change.item]?.texts)
            let before = old.flatMap { messages[$0] }
            var row = Row(desired: change, header: new?.header ?? "", present: old, presentItem: before)
            if before == nil { row.presentName = old.flatMap { contents.names[$0] } }
            row.isKnown = known.contains(change.slot)
            row.isByHand = byHand.contains(change.slot)
            row.unread = unread[change.slot]
            row.setBack = places[change.slot]
            if let texts = before?.texts, let new { row.fields = FieldChange.changes(from: texts, to: new) }
            return row
        }
        rows = all.filter { !held.contains($0.desired.slot) }
        self.held = all.filter { held.contains($0.desired.slot) }
    }

    /// The products whose message can't take over, because Apple refused or rejected a wanted text or its image.
    private static func stuckProducts(_ contents: JournalContents) -> Set<String> {
        let items = Dictionary(contents.records.map { ($0.item.id, $0) }) { first, _ in first }
        let stuck = contents.defaults.filter { record in
            guard let desired = record.desired, let item = items[desired] else { return false }
            let ids = [desired] + (item.item.texts?.imageIDs ?? [])
            return ids.contains { contents.reviews[$0] == .rejected || items[$0]?.state == .refused }
        }
        return Set(stuck.map(\.slot.product))
    }
}
