import GlossportProject
import GlossportReading

enum UnlistedMessage: Rule {
    static let description = RuleDescription(
        "unlisted-message",
        .warning,
        """
        The message is not in the project file's list of messages, so it is not imported. Either the list is incomplete, or the key \
        only looks like one of a retention message (`settings.header`).
        """
    )
    private static let project = Project(app: "com.example.app", messages: ["keep": Project.Message()])
    static let triggering = [
        RuleExample("a message that is not listed", "winback.header [de-DE] = Komm zurück", project: project)
    ]
    static let nonTriggering = [
        RuleExample("a listed message", "keep.header [de-DE] = Bleib", project: project),
        RuleExample("a project file without a list", "winback.header [de-DE] = Komm zurück"),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        catalog.unlistedMessages.map { name, location in
            let nearest = Spelling.nearest(to: name, among: Array(project.messages.keys))
            return finding(
                "“\(name)” is not listed under `messages:` in the project file, so it will not be imported.",
                remedy: nearest.isEmpty
                    ? "Add it under `messages:` if it is a retention message."
                    : "Add it under `messages:`, or is it \(nearest[0])?",
                at: location,
                message: name
            )
        }
    }
}
