package import GlossportProject

/// How fast and how patiently a run works.
package struct RunLimits: Sendable, Hashable {
    /// How an hour's allowance for uploads is spent; single calls go at once.
    package var pace = Pace.hourly
    /// The part of the uploads' allowance that may be used.
    package var quotaShare = 1.0
    /// Whether the pauses that the service asked for before are ignored.
    package var ignoresPauses = false
    /// The longest time without progress while the allowance is used up; `nil` waits forever.
    package var maxWait: Duration?
    /// The longest time without a successful request before the run ends; `nil` retries forever.
    package var outageLimit: Duration?
    /// Attempts at one thing in one run that may have been applied, after which it is left as it is.
    package var tries: Int
    /// Failures in a row after which nothing is sent for a while.
    package var breakAfter: Int
    package var backoff = Backoff()
    /// How many requests may be in flight.
    package var concurrency: Int
    /// For how long lists have to lack what was uploaded until it counts as vanished.
    package var vanishedAfter = Absence.standardPatience
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

    /// The limits that a project file sets.
    package init(_ project: Project) {
        self.init()
        pace = project.pace
        quotaShare = project.quotaShare
        vanishedAfter = project.vanishedAfter ?? vanishedAfter
        concurrency = project.concurrency ?? concurrency
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
