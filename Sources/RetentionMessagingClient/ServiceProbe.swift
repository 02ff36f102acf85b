package import GlossportImporting

/// What one harmless request tells about key, token, clock and access.
package struct ServiceProbe: Sendable {
    /// What came of it.
    package var answer: Answer
    /// The messages that the service holds, if it told.
    package var messages: Int?
    /// The service's time by its `Date` header, in whole seconds.
    package var serviceTime: Timestamp?
}

extension RetentionMessagingClient {
    /// Asks for the list of messages and looks at the answer from outside.
    ///
    /// It costs a request of the allowance for lists; whoever calls it books it.
    package func probe() async -> ServiceProbe {
        let (answer, messages, date) = await datedList(.message)
        return ServiceProbe(
            answer: answer,
            messages: answer.outcome == .accepted ? messages.count : nil,
            serviceTime: date.flatMap(RetryAfter.httpDate)
        )
    }
}
