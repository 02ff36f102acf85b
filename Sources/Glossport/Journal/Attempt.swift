/// The number of an attempt's row.
package typealias AttemptID = Int64
/// The number of a run's row.
package typealias RunID = Int64

/// What is durable before a request leaves: intent, audit trail and spent quota in one row.
package struct AttemptStart: Sendable, Hashable {
    package var endpoint: Endpoint
    /// The item it is for; `nil` for list calls.
    package var item: ServiceID?
    package var started: Timestamp

    package init(_ endpoint: Endpoint, item: ServiceID?, started: Timestamp) {
        self.endpoint = endpoint
        self.item = item
        self.started = started
    }
}

/// How an attempt ended, and what that makes of its item and of the allowance; all of it is committed together.
package struct AttemptEnd: Sendable, Hashable {
    package var attempt: AttemptID
    package var finished: Timestamp
    package var answer: Answer
    /// The item's new state; `nil` for list calls.
    package var change: ItemChange?
    /// What a 429 makes of the endpoint's allowance.
    ///
    /// It belongs to the answer: killed between the two, the next run would send into the pause.
    package var pause: Pause?

    package init(
        _ attempt: AttemptID,
        finished: Timestamp,
        answer: Answer,
        change: ItemChange?,
        pause: Pause? = nil
    ) {
        self.attempt = attempt
        self.finished = finished
        self.answer = answer
        self.change = change
        self.pause = pause
    }
}

/// What the service said of an endpoint's allowance.
package struct Pause: Sendable, Hashable {
    /// Nothing may be sent before this moment.
    package var until: Timestamp
    /// The pace is steady until this moment.
    package var steadyUntil: Timestamp?

    package init(until: Timestamp, steadyUntil: Timestamp? = nil) {
        self.until = until
        self.steadyUntil = steadyUntil
    }
}

/// A new state for an item.
package struct ItemChange: Sendable, Hashable {
    package var item: ServiceID
    package var state: ItemState
    package var proof: Proof?
    package var reason: String?

    package init(_ item: ServiceID, to state: ItemState, proof: Proof? = nil, reason: String? = nil) {
        self.item = item
        self.state = state
        self.proof = proof
        self.reason = reason
    }
}

/// An attempt of the past, as the hour's ledger needs it.
package struct SpentRequest: Sendable, Hashable {
    package var started: Timestamp
    /// `nil` if it was cut off.
    package var finished: Timestamp?

    package init(started: Timestamp, finished: Timestamp?) {
        self.started = started
        self.finished = finished
    }
}
