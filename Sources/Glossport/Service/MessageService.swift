/// The service as the core sees it: one attempt per call, an answer as a value, never a retry and never a thrown error.
package protocol MessageService: Sendable {
    /// Sends one message.
    ///
    /// - Returns: What became of it. Cancelling the task makes it ``Answer/Outcome/unknown``, unless nothing was sent.
    func upload(_ content: MessageContent, as id: ServiceID) async -> Answer

    /// Asks which messages the service holds, with their review states.
    ///
    /// - Returns: The answer, and the messages if it is ``Answer/Outcome/accepted``.
    func listMessages() async -> (answer: Answer, messages: [ServiceID: ReviewState])

    /// Deletes one message.
    func deleteMessage(_ id: ServiceID) async -> Answer
}

/// Where a message or an image stands in Apple's review.
package enum ReviewState: String, Sendable, Hashable, Codable {
    case pending
    case approved
    case rejected
    /// A state that this version does not know.
    case unrecognized
}
