package import GlossportProject

/// The record that is made durable before a request is sent: intent, audit trail and spent quota in one row.
package struct AttemptStart: Sendable, Hashable {
    package var endpoint: Endpoint
    /// The item to upload; `nil` for every other request.
    package var item: ServiceID?
    package var started: Timestamp

    package init(_ endpoint: Endpoint, item: ServiceID?, started: Timestamp) {
        self.endpoint = endpoint
        self.item = item
        self.started = started
    }
}

/// The end of an attempt, with its effects on the item and the allowance; committed in one transaction.
package struct AttemptEnd: Sendable, Hashable {
    package var attempt: AttemptID
    package var finished: Timestamp
    package var answer: Answer
    /// The item's new state; `nil` if the request was not an upload.
    package var change: ItemChange?
    /// The effect of a 429 on the endpoint's allowance.
    ///
    /// Committed together with the answer: if the process were killed between two separate commits, the next run would
    /// send during the pause.
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

/// Identifies a request at a destination by the number of the event that began it.
package struct AttemptID: RawRepresentable, Sendable, Hashable, Comparable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static func < (left: AttemptID, right: AttemptID) -> Bool { left.rawValue < right.rawValue }
}

/// The evidence from earlier attempts at one item.
package struct AttemptHistory: Sendable, Hashable, Encodable {
    package var attempts: Int
    /// Attempts that were cut off or ended without a definite answer; each may have been applied.
    package var ambiguous: Int
    /// Attempts that the service definitely refused because of the content.
    package var refused: Int

    package init(attempts: Int = 0, ambiguous: Int = 0, refused: Int = 0) {
        self.attempts = attempts
        self.ambiguous = ambiguous
        self.refused = refused
    }
}
