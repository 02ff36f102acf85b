/// How many retries a run may make: ten, and one for every five requests that the service took.
///
/// Where more goes wrong than that, more of the same does not help: the run pauses instead, and the pause earns ten again.
package struct RetryBudget: Sendable, Hashable {
    private static let perRetry = 5
    private static let start = 10 * perRetry

    /// In fifths of a retry, so that sums are exact.
    private var fifths = start

    package init() {}

    /// Whether no retry is left.
    package var isEmpty: Bool { fifths < Self.perRetry }

    /// The service took a request.
    package mutating func recordSuccess() { fifths += 1 }

    /// A retry goes.
    package mutating func spend() { fifths = max(0, fifths - Self.perRetry) }

    /// A pause is over.
    package mutating func refill() { fifths = max(fifths, Self.start) }
}
