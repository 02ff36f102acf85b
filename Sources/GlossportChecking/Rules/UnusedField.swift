import GlossportProject
import GlossportReading

enum UnusedField: Rule {
    static let description = RuleDescription(
        "unused-field",
        .warning,
        """
        The delivery contains an alt text or a bullet point, but the project file names no image or icon for it. The service \
        accepts alt texts and bullet points only with their images, so the text is not sent.
        """
    )
    static let triggering = [
        RuleExample("alt text without an image", "keep.header [de-DE] = Bleib\nkeep.altText [de-DE] = Ein Berg")
    ]
    static let nonTriggering = [
        RuleExample(
            "alt text with an image",
            "keep.header [de-DE] = Bleib\nkeep.altText [de-DE] = Ein Berg",
            project: {
                var message = Project.Message()
                message.image = "images/keep.png"
                return Project(app: "com.example.app", messages: ["keep": message])
            }()
        )
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        catalog.records.flatMap { record -> [Finding] in
            let required = (project.messages[record.message] ?? Project.Message()).requiredFields
            return record.texts.filter { !required.contains($0.key) && $0.value.text != nil }.map { field, value in
                finding(
                    "\(field.name) of \(record.message) is not sent, because the project file names no image for it.",
                    remedy: field == .altText
                        ? "Add `image:` to the message, or remove the key."
                        : "Add an icon to the message's `bullets:`, or remove the key.",
                    record,
                    field,
                    at: value.location
                )
            }
        }
    }
}
