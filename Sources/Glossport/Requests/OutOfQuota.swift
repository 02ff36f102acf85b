package import GlossportProject

/// The allowance is used up, or the service throttles, for longer than the user waits.
package struct OutOfQuota: Error, Hashable {
    package var endpoint: Endpoint
    /// From when on there is quota again.
    package var resumeAt: Timestamp
    /// Whether the service answered 429, instead of the hour's allowance being used up.
    package var isThrottled: Bool
    /// How many slots are left, where a run looks after many.
    package var left = 0

    package init(_ endpoint: Endpoint, resumeAt: Timestamp, isThrottled: Bool = false) {
        self.endpoint = endpoint
        self.resumeAt = resumeAt
        self.isThrottled = isThrottled
    }

    /// The cause in a few words.
    package var reason: String {
        isThrottled
            ? "the service throttles \(endpoint.purpose) (429)" : "the hour's quota for \(endpoint.purpose) is used up"
    }
}
