import Glossport
import GlossportProject

/// The defaults that a manual command changes, by slot; the JSON is stable.
struct ChangedSlots: Encodable {
    static let schema = "glossport.defaults/1"

    private(set) var changes: [Row] = []

    struct Row: Encodable {
        var product, locale: String
        /// The name of the message that becomes the default or, for a deletion, was the default before.
        var message: String?
        /// The desired default or, for a held or released slot, the current one; absent for an empty slot.
        var id: ServiceID?
        /// The default before the change.
        var previous: ServiceID?
        var state: State
        var reason: String?
    }

    enum State: String, Encodable {
        case set, deleted, failed, conflict, held, released
        case notTried = "not-tried"
    }

    /// Whether a slot was changed, or may have been.
    var hasBegun: Bool { changes.contains { $0.state != .notTried && $0.state != .conflict } }

    init() {}

    /// All proposed changes, not yet tried, and the conflicting slots, which do not change.
    init(_ proposals: DefaultChange.Proposals, _ records: [ServiceID: ItemRecord]) {
        func row(_ proposal: DefaultChange.Proposal, _ state: State, _ reason: String? = nil) -> Row {
            let (desired, present) = (proposal.desired, proposal.present)
            return Row(
                product: desired.slot.product,
                locale: desired.slot.locale,
                message: (desired.id ?? present).flatMap { records[$0]?.item.message },
                id: desired.id,
                previous: present,
                state: state,
                reason: reason
            )
        }
        changes = proposals.changes.map { row($0, .notTried) }
        changes += proposals.conflicts.map { row($0, .conflict, "The default was set from elsewhere.") }
    }

    init(_ records: [DefaultRecord], _ state: State) {
        changes = records.map { record in
            Row(
                product: record.slot.product,
                locale: record.slot.locale,
                message: record.message,
                id: record.present,
                state: state
            )
        }
    }

    mutating func record(_ desired: DefaultChange.DesiredChange, _ result: DefaultChange.Result) {
        let (product, locale) = (desired.slot.product, desired.slot.locale)
        var row = Row(product: product, locale: locale, id: desired.id, state: desired.id == nil ? .deleted : .set)
        let index = changes.firstIndex { $0.product == product && $0.locale == locale }
        if let index { (row.message, row.previous) = (changes[index].message, changes[index].previous) }
        if case .failed(let reason) = result { (row.state, row.reason) = (.failed, reason) }
        if let index { changes[index] = row } else { changes.append(row) }
    }
}
