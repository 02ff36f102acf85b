/// How long trouble is borne, for uploads and for every other call.
package struct TimeLimits: Sendable, Hashable {
    /// The longest time without progress while the allowance is used up; `nil` waits forever.
    package var maxWait: Duration?
    /// The longest time without a successful request before the run ends; `nil` retries forever.
    package var outageLimit: Duration?
    /// Attempts at one thing in one run that may have been applied, after which it is left as it is.
    package var tries: Int
    /// Failures in a row after which nothing is sent for a while.
    package var breakAfter: Int
    package var backoff: Backoff

    package init(
        maxWait: Duration? = .seconds(900),
        outageLimit: Duration? = .seconds(900),
        tries: Int = 6,
        breakAfter: Int = 8,
        backoff: Backoff = Backoff()
    ) {
        self.maxWait = maxWait
        self.outageLimit = outageLimit
        self.tries = tries
        self.breakAfter = breakAfter
        self.backoff = backoff
    }
}

/// Full jitter: a random wait between nothing and a cap that doubles with each attempt.
package struct Backoff: Sendable, Hashable {
    package var base: Duration
    package var cap: Duration

    package init(base: Duration = .milliseconds(250), cap: Duration = .seconds(20)) {
        self.base = base
        self.cap = cap
    }

    /// The wait before the attempt that follows `attempts` failed ones.
    package func wait(after attempts: Int, using random: inout some RandomNumberGenerator) -> Duration {
        let doubled = base * (1 << min(max(attempts - 1, 0), 16))
        return .nanoseconds(Int64.random(in: 0...min(doubled, cap).nanoseconds, using: &random))
    }
}
