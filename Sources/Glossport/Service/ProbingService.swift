package import GlossportProject

/// The calls that only a probe makes: they break a rule on purpose, or return details that nothing else needs.
package protocol ProbingService: Sendable {
    /// Sends one message in a form that Glossport does not use; see ``MessageService`` for what an answer means.
    func upload(_ content: MessageContent, as id: ServiceID, in form: UnusualForm) async -> Answer

    /// Deletes one message whose id was sent in a form that Glossport does not use.
    func delete(_ id: ServiceID, in form: UnusualForm) async -> Answer

    /// Asks for the list of messages.
    ///
    /// - Parameter lifetime: For how long the token is to be valid; `nil` for the usual time.
    /// - Returns: The answer, and the ids in the service's order and letter case if it is ``Answer/Outcome/accepted``.
    func listMessagesAsSent(withTokenFor lifetime: Duration?) async -> (answer: Answer, ids: [String])
}

/// A form of a request that Glossport does not use.
package enum UnusualForm: String, Sendable, Hashable, Codable {
    /// The id in upper case, as Apple's Swift library writes it.
    case upperCaseID = "upper-case-id"
    /// A member in the body that Apple does not document.
    case unknownMember = "unknown-member"
}
