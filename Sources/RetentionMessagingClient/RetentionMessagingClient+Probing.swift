package import Glossport
package import GlossportProject

extension RetentionMessagingClient {
    package func upload(_ content: MessageContent, as id: ServiceID, in form: UnusualForm) async -> Answer {
        guard var json = try? UploadMessageRequest(content).json() else {
            return Answer(.refused, detail: "The message can't be written as JSON.")
        }
        // The body is an object with members.
        if form == .unknownMember { json.insert(contentsOf: #""glossportProbe":true,"#.utf8, at: 1) }
        return await attempt(.put, Self.path(.message, Self.spelling(of: id, in: form)), .json(json)).answer
    }

    package func delete(_ id: ServiceID, in form: UnusualForm) async -> Answer {
        await attempt(.delete, Self.path(.message, Self.spelling(of: id, in: form))).answer
    }

    package func listMessagesAsSent(withTokenFor lifetime: Duration?) async -> (answer: Answer, ids: [String]) {
        var (answer, response) = await attempt(
            .get,
            Self.path(.message, "list"),
            reading: Transport.listLimit,
            tokenFor: lifetime
        )
        guard answer.outcome == .accepted else { return (answer, []) }
        guard case .whole(let bytes)? = response?.body, let list = try? ListResponse(json: bytes) else {
            answer.outcome = .unknown
            return (answer, [])
        }
        return (answer, list.messageIDs)
    }

    private static func spelling(of id: ServiceID, in form: UnusualForm) -> String {
        form == .upperCaseID ? id.description.uppercased() : id.description
    }
}
