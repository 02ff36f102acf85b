/// How many requests may be in flight: grows by one a round trip, halves when the service throttles.
package struct ConcurrencyWindow: Sendable, Hashable {
    /// What the user allows at the most.
    package let maximum: Int
    private var size: Double

    package init(maximum: Int) {
        self.maximum = max(1, maximum)
        size = Double(min(8, self.maximum))
    }

    /// Requests that may be in flight at the moment.
    package var limit: Int { Int(size) }

    package mutating func succeeded() { size = min(Double(maximum), size + 1 / size) }
    package mutating func wasThrottled() { size = max(1, size / 2) }
}
