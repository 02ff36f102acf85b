import GlossportChecking
import GlossportImporting
import GlossportReading

extension JournalState {
    /// What a journal knows of one destination.
    struct Place {
        var items: [ServiceID: Entry] = [:]
        /// The ids that the newest run wants, in its order, and how many of them at the start are claimed.
        var queue: [ServiceID] = []
        var claimed = 0
        var budgets: [Endpoint: BudgetState] = [:]
        var reviews: [ServiceID: ReviewState] = [:]
        var absences: [ServiceID: Absence] = [:]
        var defaults: [DefaultSlot: DefaultRecord] = [:]
        /// The runs that attempted what the records say.
        var attempts: [DefaultSlot: [ServiceID: RunID]] = [:]
        var approvals: [Approval] = []

        struct Entry {
            var record: ItemRecord
            var age: Int
            var wantedBy: RunID?
            var claimedBy: RunID?
            /// So many attempts there were when what became of it was forgotten; they say nothing about it any more.
            var forgotten = 0

            /// By bytes, as a database sorts.
            func sortsBefore(_ other: Entry) -> Bool {
                let own = record.item
                let others = other.record.item
                if own.message != others.message {
                    return own.message.utf8.lexicographicallyPrecedes(others.message.utf8)
                }
                if own.locale != others.locale { return own.locale.utf8.lexicographicallyPrecedes(others.locale.utf8) }
                return age < other.age
            }
        }

        mutating func enqueue(_ item: Item, in run: RunID) -> (record: ItemRecord, isNew: Bool) {
            var entry = items[item.id] ?? Entry(record: ItemRecord(item: item, state: .planned), age: items.count)
            entry.record.item.source = item.source
            let isNew = entry.wantedBy != run
            if isNew {
                if let last = queue.last, items[last]?.wantedBy != run { (queue, claimed) = ([], 0) }
                queue.append(item.id)
                entry.wantedBy = run
                entry.claimedBy = nil
            }
            items[item.id] = entry
            return (entry.record, isNew)
        }

        mutating func claim(_ limit: Int, in run: RunID) -> [ItemRecord] {
            var records: [ItemRecord] = []
            for id in queue[claimed...] {
                guard records.count < limit else { break }
                guard let entry = items[id], entry.wantedBy == run, entry.claimedBy == nil, entry.record.state.isOpen
                else { continue }
                items[id]?.claimedBy = run
                records.append(entry.record)
            }
            while claimed < queue.count, items[queue[claimed]]?.claimedBy != nil { claimed += 1 }
            return records
        }

        mutating func release(_ isReleased: (RunID) -> Bool) {
            for (id, entry) in items {
                if let run = entry.claimedBy, isReleased(run) { items[id]?.claimedBy = nil }
            }
            claimed = 0
        }

        mutating func apply(_ change: ItemChange) throws {
            guard change.state != .deleted else { throw GlossportError.notSettledByDeletion(change.item) }
            try self.change(change.item) { record in
                record.state = change.state
                record.proof = change.proof
                record.reason = change.reason
                if change.state != .refused { record.refusalCode = nil }
            }
        }

        mutating func change(_ id: ServiceID, _ body: (inout ItemRecord) -> Void) throws {
            guard var entry = items.removeValue(forKey: id) else { throw GlossportError.unknownItem(id) }
            body(&entry.record)
            items[id] = entry
        }
    }
}
