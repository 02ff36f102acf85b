/// A request that has just arrived: its number, its time and its fault.
package struct Arrival: Sendable {
    /// The request's number, from 1.
    package let sequence: Int
    package let at: Moment
    /// The number of requests in flight at that time, including this one.
    package let inFlight: Int
    package let fault: FaultRule?
}

package struct Outcome: Hashable, Sendable {
    package var reply: Reply
    /// Whether the operation succeeded: its change took effect, or its value was read.
    package var committed: Bool
    package var delivery: Delivery
    /// The time when a late effect takes place; `nil` if there is none.
    package var commitAt: Moment?

    package init(_ reply: Reply, committed: Bool = false, delivery: Delivery = .send, commitAt: Moment? = nil) {
        self.reply = reply
        self.committed = committed
        self.delivery = delivery
        self.commitAt = commitAt
    }
}
