package import GlossportProject

/// The record that is durable before a request leaves: intent, audit trail and spent quota in one row.
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
    /// The effect of a 429 on the endpoint's allowance.
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

/// A request as the journal knows it: the number of the event that began it, at the destination of its run.
package struct AttemptID: RawRepresentable, Sendable, Hashable, Comparable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static func < (left: AttemptID, right: AttemptID) -> Bool { left.rawValue < right.rawValue }
}

/// The evidence from earlier attempts at one item.
package struct AttemptHistory: Sendable, Hashable, Encodable {
    /// Attempts in all.
    package var attempts: Int
    /// Attempts that ended without a definite answer, or were cut off: one of them may have been applied.
    package var ambiguous: Int
    /// Attempts that the service definitely refused because of the content.
    package var refused: Int

    package init(attempts: Int = 0, ambiguous: Int = 0, refused: Int = 0) {
        self.attempts = attempts
        self.ambiguous = ambiguous
        self.refused = refused
    }
}
