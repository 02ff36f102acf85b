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
