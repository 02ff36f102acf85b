package import Glossport

/// One request and what came of it, as a log may show it: nothing of the token, the key or a body.
package struct Exchange: Sendable {
    /// When the request was made.
    package var time: Timestamp
    /// How long it took until the answer was complete, or until none was expected any more.
    package var duration: Duration
    /// GET, POST, PUT or DELETE.
    package var method: String
    /// Scheme, host and port.
    package var server: String
    /// The path with its query.
    package var path: String
    /// The bytes of the request's body.
    package var sentBytes: Int
    /// The bytes of the answer's body, as far as they were read; `nil` if no answer arrived.
    package var receivedBytes: Int?
    /// Headers of the answer that a support case needs, by their names.
    package var headers: [String: String]
    /// The meaning of the answer.
    package var answer: Answer
}

extension Exchange {
    /// Headers by which a service's owner finds a request again, or says how many more may be made.
    static let headers = [
        "X-Request-ID", "X-Apple-Request-UUID", "X-Apple-Jingle-Correlation-Key", "X-Rate-Limit", "RateLimit",
        "RateLimit-Policy", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After", "Date",
    ]
}
