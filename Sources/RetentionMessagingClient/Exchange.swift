package import Glossport

/// One request and its answer, in a form for logs: without the token, the key or a complete body.
package struct Exchange: Sendable {
    /// The start of the request.
    package var time: Timestamp
    /// The time until the answer was complete, or until the client stopped waiting.
    package var duration: Duration
    /// GET, POST, PUT or DELETE.
    package var method: String
    /// Scheme, host and port.
    package var server: String
    /// The path, including the query.
    package var path: String
    /// The size of the request's body in bytes.
    package var sentBytes: Int
    /// The size of the answer's body in bytes; `nil` if no answer arrived.
    ///
    /// It is the limit if the body exceeded it, and 0 if the body was cut off.
    package var receivedBytes: Int?
    /// Response headers that a support case needs, by name.
    package var headers: [String: String]
    package var answer: Answer
}

extension Exchange {
    /// Headers that help the service's operator find a request, or that report the remaining allowance.
    static let headers = [
        "X-Request-ID", "X-Apple-Request-UUID", "X-Apple-Jingle-Correlation-Key", "X-Rate-Limit", "RateLimit",
        "RateLimit-Policy", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After", "Date",
    ]
}
