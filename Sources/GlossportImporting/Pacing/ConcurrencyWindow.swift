/// How many requests may be in flight: doubles with each round trip at first; once the service has throttled, it halves with each
/// throttling and grows by one a round trip.
package struct ConcurrencyWindow: Sendable, Hashable {
    /// What the user allows at the most.
    package let maximum: Int
    private var size: Double
    /// Until the service throttles for the first time, the window doubles with each round trip.
    private var isStarting = true

    package init(maximum: Int) {
        self.maximum = max(1, maximum)
        size = Double(min(8, self.maximum))
    }

    /// Requests that may be in flight at the moment.
    package var limit: Int { Int(size) }

    package mutating func recordSuccess() { size = min(Double(maximum), size + (isStarting ? 1 : 1 / size)) }

    package mutating func recordThrottling() {
        isStarting = false
        size = max(1, size / 2)
    }
}
