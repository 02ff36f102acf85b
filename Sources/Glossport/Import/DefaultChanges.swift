package import GlossportProject

/// The defaults that an import would change, with their old and new messages.
package struct DefaultChanges: Sendable {
    package private(set) var rows: [Row] = []
    /// Held defaults that would otherwise change.
    package private(set) var held: [Row] = []
    /// The number of defaults that customers see.
    package private(set) var live = 0
    /// The number of these that would be replaced, without those that were set by others.
    package private(set) var replaced = 0
    /// The defaults that would return to an older text, even if customers would not see a difference yet.
    ///
    /// In production, they need permission.
    package private(set) var setBacks: [SetBack] = []

    /// A slot whose default would change.
    package struct Row: Sendable, Encodable {
        package var desired: DesiredDefault
        package var header: String
        /// The current default; `nil` if the slot is empty or its default is unknown.
        package var present: ServiceID?
        /// The item of the current default, if the journal or the delivery contains it.
        package var presentItem: Item?
        /// The adopted name of the current default, if it has no known item.
        package var presentName: MessageName?
        /// Whether the current default is known from the journal or from a new reading.
        package var isKnown = false
        /// Whether the current default was set by hand, for example by a rollback.
        package var isByHand = false
        /// The set-back, if a newer text has replaced the desired one.
        package var setBack: SetBack?
        /// The reason why the current default could not be read.
        package var unread: String?
        /// The differences between the fields of the current and the new message, if both are known.
        package var fields: [FieldChange] = []

        private enum CodingKeys: CodingKey {
            case desired, header, present, presentItem, presentName, isByHand, setBack, unread
        }
    }

    /// Compares the desired defaults with the current ones.
    ///
    /// The `items` supply texts that the journal does not contain yet. In production, `run` reads the slots that the
    /// journal does not know; the answers are used only for this comparison.
    ///
    /// - Throws: ``GlossportError`` if the service can't be reached.
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
        // Defaults that others have set stay, or are taken over by a separate decision.
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
        let setBackBySlot = Dictionary(older.map { ($0.desired.slot, $0) }) { first, _ in first }
        let all = others.sorted { $0.slot < $1.slot }.map { change in
            let (old, new) = (present[change.slot], messages[change.item]?.texts)
            let before = old.flatMap { messages[$0] }
            var row = Row(desired: change, header: new?.header ?? "", present: old, presentItem: before)
            if before == nil { row.presentName = old.flatMap { contents.names[$0] } }
            row.isKnown = known.contains(change.slot)
            row.isByHand = byHand.contains(change.slot)
            row.unread = unread[change.slot]
            row.setBack = setBackBySlot[change.slot]
            if let texts = before?.texts, let new { row.fields = FieldChange.changes(from: texts, to: new) }
            return row
        }
        rows = all.filter { !held.contains($0.desired.slot) }
        self.held = all.filter { held.contains($0.desired.slot) }
    }

    /// The products whose new message can't take effect, because a desired text or image was refused or rejected.
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
