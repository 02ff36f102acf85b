import GlossportReading

/// A key of one of our messages with a field that no message has.
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
    static let request: String? = "Please restore the key."
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
            // A field that the message lacks is likelier than one that it has.
            let own = records[unknown.message]?.filter { $0.deliveredLocale == unknown.locale } ?? []
            let present = Set(own.flatMap(\.fields.keys))
            let meant = Field.meant(by: unknown.name, besides: present).map(\.name)
            let nearest = meant.isEmpty ? Spelling.nearest(to: unknown.name, among: Field.commonNames) : meant
            return finding(
                "\(unknown.message) has a field “\(unknown.name)”, which does not exist.",
                remedy: nearest.isEmpty
                    ? "Fields are \(Field.commonNames.joined(separator: ", "))."
                    : "Did the vendor mean \(nearest.joined(separator: " or "))?",
                at: unknown.location,
                locale: unknown.locale,
                message: unknown.message,
                field: unknown.name
            )
        } + more(catalog.unknownFields.others, "keys name a field that does not exist")
    }
}
