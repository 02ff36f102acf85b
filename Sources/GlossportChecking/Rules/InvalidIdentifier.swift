import GlossportProject
import GlossportReading

enum InvalidIdentifier: Rule {
    static let description = RuleDescription(
        "invalid-identifier",
        .error,
        """
        Ids are derived from content unless the delivery gives a `messageIdentifier` or the project file lists `ids`. Such an id \
        must be a UUID, and belong to one message in one locale: the service accepts each id only once, so the second text would be lost.
        """
    )
    private static let one = "5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11"
    static let triggering = [
        RuleExample("no UUID", "keep.messageIdentifier [de-DE] = 17"),
        RuleExample(
            "one id for two locales",
            "keep.messageIdentifier [de-DE] = \(one)\nkeep.messageIdentifier [fr-FR] = \(one.uppercased())"
        ),
    ]
    static let nonTriggering = [
        RuleExample("a UUID", "keep.messageIdentifier [de-DE] = \(one)"),
        RuleExample("none", "keep.messageIdentifier [de-DE] ="),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        var owners: [ServiceID: MessageRecord] = [:]
        return catalog.records.compactMap { record in
            let settings = project.messages[record.message] ?? Project.Message()
            let field = record.fields[.messageIdentifier]
            if let text = field?.text, ServiceID(text) == nil {
                return finding(
                    "“\(text.prefix(60))” is not a UUID.",
                    remedy: "Correct the id, or leave the cell empty: then it is derived from the content.",
                    record,
                    .messageIdentifier,
                    at: field?.location
                )
            }
            guard let id = settings.fixedID(of: record) else { return nil }
            guard let owner = owners.updateValue(record, forKey: id) else { return nil }
            return finding(
                "\(record.message) in \(record.locale) has the same id as \(owner.message) in \(owner.locale).",
                remedy: "Give each message a different id in each locale.",
                record,
                .messageIdentifier,
                at: field?.location ?? record.location
            )
        }
    }
}
