package import GlossportProject
import GlossportReading

package struct Planner: Sendable {
    private let destination: Destination
    private let kind: Item.Kind
    private let records: [ServiceID: ItemRecord]
    private let listed: [ServiceID: ReviewState]?
    private let vanished: Set<ServiceID>
    private let journalHeld: Int
    private let adoptsFixedIDs: Bool
    private let capacity: Int

    /// - Parameters:
    ///   - destination: The destination of the plan.
    ///   - kind: The kind of the items.
    ///   - records: The recorded states of the desired ids.
    ///   - listed: The service's list; `nil` if it was not fetched.
    ///   - vanished: Uploaded items that have been missing from lists for too long.
    ///   - journalHeld: The number of items that the service holds according to the journal; used without a list.
    ///   - adoptsFixedIDs: Whether the project sets `ifExists: skip`.
    ///   - capacity: The most items of this kind that the service holds.
    package init(
        destination: Destination,
        kind: Item.Kind = .message,
        records: [ServiceID: ItemRecord],
        listed: [ServiceID: ReviewState]?,
        vanished: Set<ServiceID> = [],
        journalHeld: Int = 0,
        adoptsFixedIDs: Bool = false,
        capacity: Int = Plan.standardCapacity
    ) {
        self.destination = destination
        self.kind = kind
        self.records = records
        self.listed = listed
        self.vanished = vanished
        self.journalHeld = journalHeld
        self.adoptsFixedIDs = adoptsFixedIDs
        self.capacity = capacity
    }

    package func plan(_ items: [Item], incomplete: Int, budget: RequestBudget, at now: Timestamp) -> Plan {
        var plan = Plan(
            destination: destination,
            kind: kind,
            items: [],
            incomplete: incomplete,
            held: listed?.count ?? journalHeld,
            capacity: capacity,
            asksService: listed != nil,
            forecast: .zero
        )
        var room = max(0, plan.capacity - plan.held)
        for item in items {
            var (action, reason, evidence) = decide(item)
            if action == .upload {
                if room > 0 {
                    room -= 1
                } else {
                    (action, reason) = (
                        .overCapacity, "The app holds \(plan.held) of \(plan.capacity) \(kind.rawValue)s."
                    )
                }
            }
            let isVanished = action == .upload && vanished.contains(item.id)
            plan.items.append(
                .init(item: item, action: action, reason: reason, evidence: evidence, isVanished: isVanished)
            )
        }
        plan.forecast = budget.forecast(plan.count(.upload), at: now)
        return plan
    }

    private func decide(_ item: Item) -> (Plan.Action, String?, ItemChange?) {
        let record = records[item.id]
        let isListed = listed?.keys.contains(item.id) ?? false
        // A team may reuse its own id for another text; a derived id is never reused.
        if let record, record.item.digest != item.digest {
            return (.conflict, "The journal contains another text under this id; a changed text needs a new id.", nil)
        }
        switch record?.state {
        case .deleted?:
            return (.conflict, "The item with this id was deleted at the service; choose another id.", nil)
        case .uploaded?:
            if !isListed, vanished.contains(item.id) { return decide(onVanished: item) }
            let isMissing = listed != nil && !isListed
            return (.present, isMissing ? "Uploaded earlier; the service's list does not contain it." : nil, nil)
        case .refused? where !isListed:
            if let code = record?.refusalCode, !AppleError.concernsContent(code) { return reopened(item, record) }
            return (.refused, record?.reason, nil)
        // Absence from a list does not resolve a conflict; `ifExists: skip` does.
        case .conflict?: return decide(onPresent: item, record)
        default:
            if isListed { return decide(onPresent: item, record) }
            let isNew = record == nil || record?.state == .planned
            return (.upload, isNew ? record?.reason : "An earlier attempt may have succeeded.", nil)
        }
    }

    /// Plans another upload under the same id, if the id is derived from the content.
    ///
    /// If the service holds it after all, it answers 409 and there is no duplicate.
    private func decide(onVanished item: Item) -> (Plan.Action, String?, ItemChange?) {
        guard item.origin == .derived else {
            let reason: String = """
                It was uploaded, but has vanished from the service. Choose another id; or, to use this one again, run \
                `glossport import --retry-refused`.
                """
            return (.conflict, reason, nil)
        }
        return (.upload, "It was uploaded, but has vanished from the service.", nil)
    }

    /// Plans another attempt, because an older version of Glossport recorded temporary refusals as final.
    private func reopened(_ item: Item, _ record: ItemRecord?) -> (Plan.Action, String?, ItemChange?) {
        let state: ItemState = (record?.history.ambiguous ?? 0) > 0 ? .unknown : .planned
        return (.upload, "It was refused for a temporary reason.", ItemChange(item.id, to: state))
    }

    private func decide(onPresent item: Item, _ record: ItemRecord?) -> (Plan.Action, String?, ItemChange?) {
        let history = record?.history ?? AttemptHistory()
        var change = Evidence.whenPresent(item, history: history, adoptsFixed: adoptsFixedIDs)
        if change.proof == .confirmed { change.proof = .listed }
        return (change.state == .uploaded ? .present : .conflict, change.reason, change)
    }
}
