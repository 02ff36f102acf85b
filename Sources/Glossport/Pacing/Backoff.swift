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

/// SplitMix64: small, seeded, so that a run of the simulation can be repeated exactly.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
