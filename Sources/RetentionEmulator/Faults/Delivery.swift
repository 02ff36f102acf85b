/// How an answer travels, or fails to.
package enum Delivery: Hashable, Sendable {
    /// As it should.
    case send
    /// The connection closes instead.
    case close
    /// The connection is reset instead.
    case reset
    /// The service stops sending, without an answer, and goes on listening.
    case closeOutput
    /// The connection takes no further request: GOAWAY, or `Connection: close` in HTTP/1.1.
    case lastOnConnection
    /// The answer waits first.
    case late(Duration)
    /// The answer comes byte by byte.
    case drip(Duration)
    /// Half of the body is missing.
    case truncated
    /// The body grows to this many bytes.
    case oversized(Int)
    /// Identifiers are in upper case.
    case upperCase

    /// Whether the caller gets to see an answer.
    package var isAnswered: Bool {
        switch self {
        case .close, .reset, .closeOutput: false
        default: true
        }
    }
}
