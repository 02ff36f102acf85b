import GlossportProject
import GlossportReading

enum RepeatedText: Rule {
    static let description = RuleDescription(
        "repeated-text",
        .warning,
        """
        Two units of one delivery contain the same text for the same field of the same message in the same locale. This is harmless \
        now, but the next delivery may change only one of them. The source locale is not checked, because every vendor returns the \
        source texts.
        """
    )
    static let issue = QualityIssue.duplication
    static let triggering = [
        RuleExample("the same body twice", "keep.body [de-DE] = Eins\nkeep.body [de-DE] = Eins")
    ]
    static let nonTriggering = [RuleExample("one of each", "keep.body [de-DE] = Eins\nkeep.header [de-DE] = Eins")]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        catalog.repetitions.first.filter { $0.locale != catalog.sourceLocale?.code }
            .map { secondText($0, "is delivered twice with the same text") }
            + more(catalog.repetitions.others, "fields are delivered twice with the same text")
    }
}
