package import GlossportProject

/// The calls that only a probe makes: they break a rule on purpose, or return details that are not needed elsewhere.
package protocol ProbingService: Sendable {
    /// Uploads one message in an unusual form; see ``MessageService`` for the answer.
    func upload(_ content: MessageContent, as id: ServiceID, in form: UnusualForm) async -> Answer

    /// Deletes one message, with its id in an unusual form.
    func delete(_ id: ServiceID, in form: UnusualForm) async -> Answer

    /// Lists the messages with a token valid for `lifetime`; `nil` for the usual time.
    ///
    /// - Returns: The answer, and the ids in the service's order and letter case if it is ``Answer/Outcome/accepted``.
    func listMessagesAsSent(withTokenFor lifetime: Duration?) async -> (answer: Answer, ids: [String])
}

/// A form of a request that Glossport uses only in probes.
package enum UnusualForm: String, Sendable, Hashable, Codable {
    /// The id in upper case, as Apple's Swift library writes it.
    case upperCaseID = "upper-case-id"
    /// A member in the body that Apple does not document.
    case unknownMember = "unknown-member"
}
