import GlossportProject
import GlossportReading

enum DuplicateText: Rule {
    static let description = RuleDescription(
        "duplicate-text",
        .error,
        """
        Two units contain different texts for the same field of the same message in the same locale, so it is unclear which one is \
        right. It happens when two files of a delivery contain the same keys, when `de` and `de-DE` are both delivered, or after a \
        bad merge. If a package came back in several deliveries, the last of them counts; in one delivery, its texts must not differ.
        """
    )
    static let issue = QualityIssue.inconsistency
    static let triggering = [
        RuleExample("two bodies", "keep.body [de-DE] = Eins\nkeep.body [de-DE] = Zwei"),
        RuleExample("two spellings of one locale", "keep.body [de-DE] = Eins\nkeep.body [de_DE] = Zwei"),
        RuleExample(
            "a package twice in one delivery",
            "keep.body [de-DE] = Eins ## glossport package 20261126T150233Z\nkeep.body [de-DE] = Zwei ## glossport package 20261126T150233Z"
        ),
    ]
    static let nonTriggering = [
        RuleExample(
            "a package that replaces the text",
            "keep.body [de-DE] = Eins ## glossport package 20261126T150233Z\nkeep.body [de-DE] = Zwei"
        ),
        RuleExample("two locales", "keep.body [de-DE] = Eins\nkeep.body [fr-FR] = Un"),
        RuleExample("the same text twice is another finding", "keep.body [de-DE] = Eins\nkeep.body [de-DE] = Eins"),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        catalog.duplicates.first.map {
            secondText(
                $0,
                "has two different texts",
                request: "We received two texts for it; the notes have the other one. Write the right one."
            )
        }
            + more(catalog.duplicates.others, "fields have two different texts")
    }
}
