import GlossportProject
import GlossportReading

enum MessageNotDelivered: Rule {
    static let description = RuleDescription(
        "message-not-delivered",
        .error,
        """
        The project file lists the message, but the deliveries contain none of its texts in any locale. Without this rule, an \
        export that lost whole messages would look complete, and their live texts would count as no longer used.
        """
    )
    static let issue = QualityIssue.omission
    private static let project = Project(
        app: "com.example.app",
        messages: ["keep": Project.Message(), "winback": Project.Message()]
    )
    static let triggering = [
        RuleExample("nothing of a listed message", "keep.header [de-DE] = Bleib", project: project)
    ]
    static let nonTriggering = [
        RuleExample(
            "every message in some locale",
            "keep.header [de-DE] = Bleib\nwinback.header [fr-FR] = Revenez",
            project: project
        ),
        RuleExample("nothing at all is another finding", "settings.title [de-DE] = Titel", project: project),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        let delivered = Set(catalog.records.map(\.message))
        guard !delivered.isEmpty else { return [] }
        return project.messages.keys.filter { !delivered.contains($0) }.map { name in
            let nearest = Spelling.nearest(to: name, among: Array(catalog.unlistedMessages.keys))
            return finding(
                "The project file lists the message \(name), but none of its texts were delivered.",
                remedy: nearest.first.map { "Was it delivered as \($0)?" }
                    ?? "Ask the vendor for it, or remove it from `messages:`.",
                request: "Translate it.",
                at: nil,
                message: name
            )
        }
    }
}
