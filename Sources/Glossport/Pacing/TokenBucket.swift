/// A token bucket, implemented as the generic cell rate algorithm: one integer, no floating point, no timer.
///
/// In any closed window of length T, it grants at most burst + ⌊T / interval⌋ requests.
package struct TokenBucket: Sendable, Hashable {
    /// The time between two requests at the steady rate.
    package let interval: Duration
    /// The number of requests that may be sent without a wait after an idle period.
    package let burst: Int
    /// The theoretical arrival time of the next request, in nanoseconds since 1970.
    private var arrival: Int64

    package init(interval: Duration, burst: Int) {
        self.interval = interval
        self.burst = max(1, burst)
        arrival = .min / 4
    }

    /// Creates a bucket that respects an hourly allowance in every sliding hour: burst + 3,600 s / interval ≤
    /// allowance.
    ///
    /// One request in a hundred may be sent in a burst. A short run then does not wait, and a long run still uses the
    /// whole allowance.
    package init(hourlyAllowance: Int) {
        let burst = max(1, hourlyAllowance / 100)
        let rest = Int64(hourlyAllowance - burst)
        let hour: Int64 = 3_600_000_000_000
        // Round up, because a nanosecond late is better than early. An allowance of one is all burst, so the next
        // request is more than an hour later.
        self.init(interval: .nanoseconds(rest > 0 ? (hour + rest - 1) / rest : hour + 1), burst: burst)
    }

    /// Returns the earliest moment, not before `now`, for another request.
    package func nextSlot(at now: Timestamp) -> Timestamp {
        max(now, Timestamp(nanoseconds: arrival - tolerance))
    }

    /// Takes a token for a request sent at `slot`, also for requests of earlier runs.
    package mutating func take(at slot: Timestamp) {
        arrival = max(arrival, slot.nanoseconds) + interval.nanoseconds
    }

    /// Grants nothing before `moment` and no burst after it: saved tokens are lost.
    package mutating func empty(until moment: Timestamp) {
        arrival = max(arrival, (moment + .nanoseconds(tolerance)).nanoseconds)
    }

    /// The time that a burst may run ahead of the steady rate, in nanoseconds.
    private var tolerance: Int64 { interval.nanoseconds * Int64(burst - 1) }
}
