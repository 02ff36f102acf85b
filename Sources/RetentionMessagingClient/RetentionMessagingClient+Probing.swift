package import Glossport
package import GlossportProject

extension RetentionMessagingClient {
    package func upload(_ content: MessageContent, as id: ServiceID, in form: UnusualForm) async -> Answer {
        let member = form == .unknownMember ? #""glossportProbe":true,"# : ""
        return await upload(content, at: Self.spelling(of: id, in: form), adding: member)
    }

    package func delete(_ id: ServiceID, in form: UnusualForm) async -> Answer {
        await attempt(.delete, Self.path(.message, Self.spelling(of: id, in: form))).answer
    }

    package func listMessagesAsSent(withTokenFor lifetime: Duration?) async -> (answer: Answer, ids: [String]) {
        let (answer, list) = await fetchList(.message, tokenFor: lifetime)
        return (answer, list?.messageIDs ?? [])
    }

    private static func spelling(of id: ServiceID, in form: UnusualForm) -> String {
        form == .upperCaseID ? id.description.uppercased() : id.description
    }
}
