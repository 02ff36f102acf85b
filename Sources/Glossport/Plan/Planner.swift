package import GlossportProject
import GlossportReading

/// Compares wanted items with journal and service.
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
    ///   - destination: Where to.
    ///   - kind: The kind of the items.
    ///   - records: The recorded states of the wanted ids.
    ///   - listed: The service's list; `nil` if it was not asked.
    ///   - vanished: Uploaded items that lists have lacked for too long.
    ///   - journalHeld: How many messages the journal believes to be there, for want of a list.
    ///   - adoptsFixedIDs: `ifExists: skip`.
    ///   - capacity: How many messages the service takes.
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

    /// The plan, and what the list proves about items whose fate the journal did not know.
    ///
    /// - Parameters:
    ///   - items: The desired items.
    ///   - incomplete: Records that made no item.
    ///   - budget: For the forecast.
    ///   - now: For the forecast.
    /// - Returns: The plan, and the changes to settle in the journal.
    package func plan(
        _ items: [Item],
        incomplete: Int,
        budget: RequestBudget,
        at now: Timestamp
    ) -> (plan: Plan, evidence: [ItemChange]) {
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
        var evidence: [ItemChange] = []
        var room = max(0, plan.capacity - plan.held)
        for item in items {
            var (action, reason, change) = decide(item)
            if let change { evidence.append(change) }
            if action == .upload {
                if room > 0 {
                    room -= 1
                } else {
                    (action, reason) = (
                        .overCapacity, "The app holds \(plan.held) of \(plan.capacity) \(kind.rawValue)s."
                    )
                }
            }
            plan.items.append(Plan.PlannedItem(item: item, action: action, reason: reason))
        }
        plan.forecast = budget.forecast(plan.count(.upload), at: now)
        return (plan, evidence)
    }

    private func decide(_ item: Item) -> (Plan.Action, String?, ItemChange?) {
        let record = records[item.id]
        let isListed = listed?.keys.contains(item.id) ?? false
        // An id of the team's may be used again for another text; a derived id never is.
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
            if let code = record?.refusalCode, !AppleError.speaksOfContent(code) { return reopened(item, record) }
            return (.refused, record?.reason, nil)
        // A list that does not show the id takes nothing back; `ifExists: skip` does.
        case .conflict?: return decide(onPresent: item, record)
        default:
            if isListed { return decide(onPresent: item, record) }
            let isNew = record == nil || record?.state == .planned
            return (.upload, isNew ? record?.reason : "An earlier attempt may have succeeded.", nil)
        }
    }

    /// A derived id goes out again as it is: should the service hold it after all, its 409 proves that, and nothing is doubled.
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

    /// An older version recorded temporary refusals as final; they are tried again.
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
