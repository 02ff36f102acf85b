/// How an answer is sent, or how the connection ends without one.
package enum Delivery: Hashable, Sendable {
    case send
    /// Closes the connection without an answer.
    case close
    /// Resets the connection without an answer.
    case reset
    /// Closes the sending side without an answer, but keeps reading.
    case closeOutput
    /// Sends the answer with `Connection: close`, and accepts no further request on the connection.
    case lastOnConnection
    case late(Duration)
    /// Sends the body byte by byte, at this interval.
    case drip(Duration)
    /// Omits the second half of the body.
    case truncated
    /// Extends the body to at least this many bytes.
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
