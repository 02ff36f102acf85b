package import GlossportReading

/// Why an upload ended before everything was sent.
package enum StopReason: Sendable {
    /// The user asked for it.
    case interrupted
    /// The time that the user gave is over.
    case deadline
    /// The allowance is used up, and waiting for it would take longer than the user allows.
    case quota(resumeAt: Timestamp)
    /// The app has reached its 2,000 messages.
    case capacity(Answer)
    /// The token is not accepted.
    case unauthorized(Answer)
    /// The account or the address has no access.
    case accessRefused(Answer)
    /// Several requests in a row did not even reach the service.
    case unreachable(Answer)
    /// The journal can't be written; nothing is sent without it.
    case journal(GlossportError)
}
