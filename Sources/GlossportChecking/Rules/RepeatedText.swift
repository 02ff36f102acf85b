import GlossportReading

/// The same text twice for one field.
enum RepeatedText: Rule {
    static let description = RuleDescription(
        "repeated-text",
        .warning,
        """
        Two units give the same text for the same field of the same message in the same locale. Harmless today; the next \
        delivery may change only one of them.
        """
    )
    static let triggering = [
        RuleExample("the same body twice", "keep.body [de-DE] = Eins\nkeep.body [de-DE] = Eins")
    ]
    static let nonTriggering = [RuleExample("one of each", "keep.body [de-DE] = Eins\nkeep.header [de-DE] = Eins")]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        catalog.repetitions.first.map { duplicate in
            Finding(
                id,
                .warning,
                "\(duplicate.field.name) of \(duplicate.message) in \(duplicate.locale) stands twice with the same text; the first is at \(duplicate.first).",
                remedy: "Remove one of the two.",
                at: duplicate.second,
                related: [duplicate.first],
                locale: duplicate.locale,
                message: duplicate.message,
                field: duplicate.field.name
            )
        } + more(catalog.repetitions.others, "fields stand twice with the same text")
    }
}
