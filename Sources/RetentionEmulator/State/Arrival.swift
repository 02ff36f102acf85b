/// A request that has just come in: its number, its time and the fault it will meet.
package struct Arrival: Sendable {
    /// Its number among all requests, from 1.
    package let sequence: Int
    /// When it came.
    package let at: Moment
    /// How many requests were being answered then, this one included.
    package let inFlight: Int
    /// The fault that will strike it.
    package let fault: FaultRule?
}

/// The result of a request.
package struct Outcome: Hashable, Sendable {
    /// The answer.
    package var reply: Reply
    /// Whether the state of the service changed, or was read, as asked.
    package var committed: Bool
    /// How the answer travels.
    package var delivery: Delivery
    /// When a late effect will take place.
    package var commitAt: Moment?

    /// An outcome of these parts.
    package init(_ reply: Reply, committed: Bool = false, delivery: Delivery = .send, commitAt: Moment? = nil) {
        self.reply = reply
        self.committed = committed
        self.delivery = delivery
        self.commitAt = commitAt
    }
}
