/// How an answer is sent, or fails to be.
package enum Delivery: Hashable, Sendable {
    case send
    /// Closes the connection instead.
    case close
    /// Resets the connection instead.
    case reset
    /// Closes the sending side without an answer, but keeps reading.
    case closeOutput
    /// Accepts no further request on the connection: GOAWAY, or `Connection: close` in HTTP/1.1.
    case lastOnConnection
    case late(Duration)
    /// Sends the answer byte by byte, at this interval.
    case drip(Duration)
    /// Omits half of the body.
    case truncated
    /// Extends the body to this many bytes.
    case oversized(Int)
    /// Writes identifiers in upper case.
    case upperCase

    /// Whether the client receives an answer.
    package var isAnswered: Bool {
        switch self {
        case .close, .reset, .closeOutput: false
        default: true
        }
    }
}
