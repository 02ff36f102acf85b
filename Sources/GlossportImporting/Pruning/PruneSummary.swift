/// What came of deletions; its counts add up: planned = deleted + kept + unknown + not yet.
package struct PruneSummary: Sendable {
    package var planned: Int
    package var deleted: [Item] = []
    /// What the service would not delete.
    package var kept: [Kept] = []
    /// Without a definite answer; the next prune asks again.
    package var unknown: [Item] = []
    /// From when on there is quota again, if that is why it stopped.
    package var outOfQuota: OutOfQuota?
    /// Why it ended before it was done.
    package var stop: StopRequest.Cause?

    package var notYet: Int { planned - deleted.count - kept.count - unknown.count }

    /// An item that stays, with the reason.
    package struct Kept: Sendable {
        package var item: Item
        package var reason: String
    }

    package init(planned: Int) { self.planned = planned }
}
