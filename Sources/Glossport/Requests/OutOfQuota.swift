package import GlossportProject

/// The error for an allowance that is used up or throttled for longer than the user is willing to wait.
package struct OutOfQuota: Error, Hashable {
    package var endpoint: Endpoint
    /// The moment when quota becomes available again.
    package var resumeAt: Timestamp
    /// Whether the service answered 429; otherwise the hourly allowance is used up.
    package var isThrottled: Bool
    /// The number of unfinished slots, for runs that process many.
    package var left = 0

    package init(_ endpoint: Endpoint, resumeAt: Timestamp, isThrottled: Bool = false) {
        self.endpoint = endpoint
        self.resumeAt = resumeAt
        self.isThrottled = isThrottled
    }

    /// The cause in a few words.
    package var reason: String {
        let requests = "requests to \(endpoint.action)"
        return isThrottled
            ? "the service throttles \(requests) (429)" : "the hour's quota for \(requests) is used up"
    }
}
