/// The count of an upload, while it runs and when it has ended.
package struct UploadTally: Sendable {
    /// Items to send.
    package var total: Int
    /// Answered with 200.
    package private(set) var uploaded = 0
    /// Found to have been uploaded by an earlier attempt of ours.
    package private(set) var confirmed = 0
    /// Found to be there already, from another machine or an older journal.
    package private(set) var adopted = 0
    /// Items that the service will never take, and those whose id is not certain to be ours; the first thousand.
    package private(set) var failures: [Failure] = []
    package private(set) var refused = 0
    package private(set) var conflicts = 0
    /// Items of which it is not known whether they are there.
    package var unknown: Int { unknownItems.count }
    private var unknownItems: Set<ServiceID> = []
    /// Upload requests that were sent.
    package var requests = 0
    /// How often the service answered 429.
    package var throttled = 0
    package var inFlight = 0
    /// What the next request waits for, and until when.
    package var bound = RequestBudget.Bound.connection
    package var waitsUntil: Timestamp?
    /// Since when nothing gets through; `nil` while the service answers.
    package var silentSince: Timestamp?
    /// Why it ended early.
    package var stop: StopReason?

    /// An item that failed for good.
    package struct Failure: Sendable {
        package var item: Item
        package var state: ItemState
        package var reason: String
    }

    package init(total: Int) { self.total = total }

    /// Items that need nothing more.
    package var settled: Int { uploaded + confirmed + adopted + refused + conflicts }
    /// Items that nobody has an answer for: not sent yet, or sent and put back.
    package var open: Int { total - settled - unknown }

    mutating func note(_ change: ItemChange, of item: Item) {
        unknownItems.remove(item.id)
        switch change.state {
        case .planned, .sending, .deleted: break
        case .unknown: unknownItems.insert(item.id)
        case .uploaded:
            switch change.proof {
            case .confirmed?: confirmed += 1
            case .adopted?, .listed?: adopted += 1
            case .response?, nil: uploaded += 1
            }
        case .refused:
            refused += 1
            keep(change, of: item)
        case .conflict:
            conflicts += 1
            keep(change, of: item)
        }
    }

    /// The service's list shows an item whose fate was unknown.
    package mutating func settleFromList(_ id: ServiceID) {
        if unknownItems.remove(id) != nil { confirmed += 1 }
    }

    private mutating func keep(_ change: ItemChange, of item: Item) {
        guard failures.count < 1_000 else { return }
        failures.append(Failure(item: item, state: change.state, reason: change.reason ?? ""))
    }
}
