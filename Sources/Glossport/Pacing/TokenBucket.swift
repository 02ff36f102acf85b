/// A token bucket in the form of the generic cell rate algorithm: one integer, no floats, no timer.
///
/// In any closed window of length T it grants at most burst + ⌊T / interval⌋ requests.
package struct TokenBucket: Sendable, Hashable {
    /// The time between two requests at the steady rate.
    package let interval: Duration
    /// How many requests may go at once after a rest.
    package let burst: Int
    /// The theoretical arrival time of the next request, in nanoseconds since 1970.
    private var arrival: Int64

    package init(interval: Duration, burst: Int) {
        self.interval = interval
        self.burst = max(1, burst)
        arrival = .min / 4
    }

    /// The bucket whose grants fit an allowance per hour wherever the hour begins: burst + 3,600 s / interval ≤ allowance.
    ///
    /// One request in a hundred may go in a burst, which saves a short run from the pace and costs a long one nothing.
    package init(hourlyAllowance: Int) {
        let burst = max(1, hourlyAllowance / 100)
        let rest = Int64(hourlyAllowance - burst)
        let hour: Int64 = 3_600_000_000_000
        // Rounded up: late by a nanosecond rather than early. An allowance of one is all burst: its next is beyond the hour.
        self.init(interval: .nanoseconds(rest > 0 ? (hour + rest - 1) / rest : hour + 1), burst: burst)
    }

    /// The first moment at or after `now` at which a request may go.
    package func nextSlot(at now: Timestamp) -> Timestamp {
        max(now, Timestamp(nanoseconds: arrival - tolerance))
    }

    /// Takes a token for a request that goes at `slot`; tokens of earlier runs are taken the same way.
    package mutating func take(at slot: Timestamp) {
        arrival = max(arrival, slot.nanoseconds) + interval.nanoseconds
    }

    /// Grants nothing before `moment`, and no burst after it: what was saved up by then is gone.
    package mutating func empty(until moment: Timestamp) {
        arrival = max(arrival, (moment + .nanoseconds(tolerance)).nanoseconds)
    }

    /// How far ahead of the steady rate a burst may run.
    private var tolerance: Int64 { interval.nanoseconds * Int64(burst - 1) }
}
