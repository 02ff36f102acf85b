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
        catalog.repetitions.first.map { secondText($0, "stands twice with the same text") }
            + more(catalog.repetitions.others, "fields stand twice with the same text")
    }
}
