/// The recorded request allowance of one endpoint at one destination.
package struct BudgetState: Sendable, Hashable {
    /// The attempts that may still count against the hourly quota, oldest first.
    package var spent: [SpentRequest]
    /// The service asked for no requests before this moment.
    package var pausedUntil: Timestamp?
    /// Requests are paced evenly until this moment, because of a 429.
    package var steadyUntil: Timestamp?

    package init(spent: [SpentRequest] = [], pausedUntil: Timestamp? = nil, steadyUntil: Timestamp? = nil) {
        self.spent = spent
        self.pausedUntil = pausedUntil
        self.steadyUntil = steadyUntil
    }

    /// Extends the recorded pauses to the ends that a 429 requires; never shortens them.
    package mutating func note(_ pause: Pause) {
        pausedUntil = max(pausedUntil ?? pause.until, pause.until)
        if let steady = pause.steadyUntil { steadyUntil = max(steadyUntil ?? steady, steady) }
    }
}

/// The times of a past attempt, for the hourly ledger.
package struct SpentRequest: Sendable, Hashable {
    package var started: Timestamp
    /// `nil` if the attempt is under way or was cut off.
    package var finished: Timestamp?

    package init(started: Timestamp, finished: Timestamp?) {
        self.started = started
        self.finished = finished
    }
}

/// The pause that a 429 imposes on an endpoint.
package struct Pause: Sendable, Hashable {
    /// Nothing may be sent before this moment.
    package var until: Timestamp
    package var steadyUntil: Timestamp?
}
