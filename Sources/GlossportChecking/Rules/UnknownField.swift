package import GlossportProject
import GlossportReading

enum UnknownField: Rule {
    static let description = RuleDescription(
        "unknown-field",
        .error,
        """
        The key belongs to a retention message, but names none of its fields: `header`, `body`, `altText`, `bullets.N.text`, \
        `bullets.N.altText`. Usually the key has a typo or was translated, and the real field is missing. Keys of other strings of \
        the app are ignored.
        """
    )
    static let triggering = [
        RuleExample("a translated key", "keep.header [de-DE] = Bleib\nkeep.titel [de-DE] = Bleib"),
        RuleExample("a bullet without a part", "keep.header [de-DE] = Bleib\nkeep.bullets.1 [de-DE] = Sterne"),
    ]
    static let nonTriggering = [
        RuleExample("another string of the app", "keep.header [de-DE] = Bleib\nsettings.title [de-DE] = Einstellungen")
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        let records = Dictionary(grouping: catalog.records, by: \.message)
        return catalog.unknownFields.first.map { unknown in
            let meant = unknown.meant(in: records[unknown.message] ?? [])
            let keys = meant.map { project.keys.key(message: unknown.message, field: $0) }
            return finding(
                "\(unknown.message) has a field “\(unknown.name)”, which does not exist.",
                remedy: meant.isEmpty
                    ? "Fields are \(Field.commonNames.joined(separator: ", "))."
                    : "Did the vendor mean \(meant.map(\.name).joined(separator: " or "))?",
                request: keys.isEmpty
                    ? "Correct the key: it must end in \(Field.commonNames.joined(separator: ", "))."
                    : keys.count == 1
                        ? "The key ended in “\(unknown.name)”; it is right here. Check the text, and use this key from now on."
                        : "Use the right key, \(keys.joined(separator: " or ")), in place of the one that ends in “\(unknown.name)”.",
                at: unknown.location,
                locale: unknown.locale,
                message: unknown.message,
                field: unknown.name
            )
        } + more(catalog.unknownFields.others, "keys name a field that does not exist")
    }
}

extension Catalog.UnknownField {
    /// The fields that the wrong key may mean.
    ///
    /// - Parameter records: The records of its message.
    /// - Returns: The fields; those that the message does not have are preferred.
    package func meant(in records: [MessageRecord]) -> [Field] {
        let present = records.filter { $0.deliveredLocale == locale }.flatMap(\.fields.keys)
        let meant = Field.meant(by: name, besides: Set(present))
        return meant.isEmpty
            ? Spelling.nearest(to: name, among: Field.commonNames).compactMap { Field(name: $0) } : meant
    }
}
