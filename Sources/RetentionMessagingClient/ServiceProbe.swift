package import GlossportImporting

/// The result of one harmless request, for checks of key, token, clock and access.
package struct ServiceProbe: Sendable {
    /// The answer.
    package var answer: Answer
    /// The messages that the service holds, if it told.
    package var messages: Int?
    /// The service's time by its `Date` header, in whole seconds.
    package var serviceTime: Timestamp?
}

extension RetentionMessagingClient {
    /// Asks for the list of messages and looks at the answer from outside.
    ///
    /// It costs a request of the allowance for lists; the caller books it.
    package func probe() async -> ServiceProbe {
        let (answer, messages, date) = await datedList(.message)
        return ServiceProbe(
            answer: answer,
            messages: answer.outcome == .accepted ? messages.count : nil,
            serviceTime: date.flatMap(RetryAfter.httpDate)
        )
    }
}
