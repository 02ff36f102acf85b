/// The time limits, the retry limits and the concurrency of a run.
package struct RunLimits: Sendable, Hashable {
    /// Whether pauses that the service requested earlier are ignored.
    package var ignoresPauses = false
    /// The longest time without progress while the allowance is used up; `nil` waits forever.
    package var maxWait: Duration?
    /// The longest time without a definite answer before the run ends; `nil` retries forever.
    package var outageLimit: Duration?
    /// The maximum number of attempts at a change that may have been applied; after that, the run gives up on the
    /// change.
    ///
    /// A read request counts every failed attempt.
    package var tries: Int
    /// The number of failures in a row after which sending pauses.
    package var breakAfter: Int
    package var backoff = Backoff()
    /// The maximum number of requests in flight.
    package var concurrency: Int
    /// How long to wait for another run at the same destination; `nil` waits forever.
    package var waitForLock: Duration? = .zero

    package static let usualConcurrency = 16

    package init(
        maxWait: Duration? = .seconds(900),
        outageLimit: Duration? = .seconds(900),
        tries: Int = 6,
        breakAfter: Int = 8,
        concurrency: Int = Self.usualConcurrency
    ) {
        self.maxWait = maxWait
        self.outageLimit = outageLimit
        self.tries = tries
        self.breakAfter = breakAfter
        self.concurrency = concurrency
    }
}

/// A back-off with full jitter: a random wait from zero to a cap that doubles with each attempt.
package struct Backoff: Sendable, Hashable {
    package var base = Duration.milliseconds(250)
    package var cap = Duration.seconds(20)

    /// Returns the wait after `attempts` failed attempts.
    package func wait(after attempts: Int, using random: inout some RandomNumberGenerator) -> Duration {
        let doubled = base * (1 << min(max(attempts - 1, 0), 16))
        return .nanoseconds(Int64.random(in: 0...min(doubled, cap).nanoseconds, using: &random))
    }
}
