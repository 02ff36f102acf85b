package import GlossportProject
import GlossportReading

enum MissingField: Rule {
    static let description = RuleDescription(
        "missing-field",
        .error,
        """
        A message needs a header and a body, an alt text if it has an image, and a text and an alt text for each bullet point. An \
        incomplete message is never sent. Usually the vendor's file has lost a line, or the unit is in a file that was not delivered.
        """
    )
    static let issue = QualityIssue.omission
    static let triggering = [
        RuleExample("a header without a body", "keep.header [de-DE] = Bleib bei uns"),
        RuleExample("a body without a header", "keep.body [de-DE] = Deine Daten bleiben."),
    ]
    static let nonTriggering = [
        RuleExample("both are there", "keep.header [de-DE] = Bleib\nkeep.body [de-DE] = Deine Daten bleiben."),
        RuleExample(
            "a body that is there but not translated is another finding",
            "keep.header [de-DE] = Bleib\nkeep.body [de-DE] ="
        ),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        catalog.records.flatMap { record in
            let settings = project.messages[record.message] ?? Project.Message()
            return settings.requiredFields.filter { record.fields[$0] == nil }.map { field in
                finding(
                    "\(record.message) has no \(field.name) in \(record.locale).",
                    remedy:
                        "Ask the vendor for the key \(project.keys(like: record).key(message: record.message, field: field)).",
                    request: "Translate it.",
                    record,
                    field,
                    at: record.location
                )
            }
        }
    }
}

extension Project {
    /// The first pattern of the project or its deliveries that the record's keys match; otherwise, the project's
    /// pattern.
    func keys(like record: MessageRecord?) -> KeyPattern {
        guard let key = record?.fields.min(by: { $0.key < $1.key })?.value.key else { return keys }
        return ([keys] + deliveries.compactMap(\.keys)).first { $0.isField(key) } ?? keys
    }
}

extension Project.Message {
    /// The fields that the service requires for the message.
    package var requiredFields: [Field] {
        let bullets = bullets.indices.flatMap { [Field.bulletText($0 + 1), .bulletAltText($0 + 1)] }
        return [.header, .body] + (image == nil ? [] : [.altText]) + bullets
    }
}
