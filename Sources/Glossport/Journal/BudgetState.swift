/// The recorded allowance of one endpoint at one destination.
package struct BudgetState: Sendable, Hashable {
    /// The attempts of the last hour and a bit, oldest first; quota once spent is never forgotten.
    package var spent: [SpentRequest]
    /// The service asked to send nothing before this moment.
    package var pausedUntil: Timestamp?
    /// After a 429 the pace is steady until this moment.
    package var steadyUntil: Timestamp?

    package init(spent: [SpentRequest] = [], pausedUntil: Timestamp? = nil, steadyUntil: Timestamp? = nil) {
        self.spent = spent
        self.pausedUntil = pausedUntil
        self.steadyUntil = steadyUntil
    }

    /// Takes over what a 429 said, as far as it goes beyond what is known.
    package mutating func note(_ pause: Pause) {
        pausedUntil = max(pausedUntil ?? pause.until, pause.until)
        if let steady = pause.steadyUntil { steadyUntil = max(steadyUntil ?? steady, steady) }
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

/// The service's answer about an endpoint's allowance.
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
