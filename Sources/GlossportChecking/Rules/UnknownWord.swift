import GlossportProject
import GlossportReading

enum UnknownWord: SpellingRule {
    static let description = RuleDescription(
        "unknown-word",
        .note,
        """
        A word is not in the dictionary of its locale, and nothing similar is. Most are names, loans and compounds that the dictionary lacks. \
        Words are checked as for `misspelling`. A note names the locales that were not checked because their dictionary is not installed.
        """
    )
    static let issue = QualityIssue.misspelling
    static let triggering = [
        RuleExample("a compound", "keep.body [de-DE] = Deine Jahresabos bleiben", spelling: .example)
    ]
    static let nonTriggering = [
        RuleExample(
            "the compound is kept",
            "keep.body [de-DE] = Deine Jahresabos bleiben << Your Jahresabos stay",
            spelling: .example
        )
    ]

    static func check(_ texts: [Catalog.TextToSpell], _ catalog: Catalog) -> [Finding] {
        texts.compactMap { text in
            guard !text.spelling.unknown.isEmpty else { return nil }
            let words = Plural.few(text.spelling.unknown.map { "“\($0)”" }, 5)
            return finding(
                "\(text.subject) has \(words), which the dictionary lacks.",
                remedy: "If it is right, list it as a name under `terms.keep` or in a glossary.",
                request: "Check the spelling of \(words).",
                text.record,
                text.field,
                at: text.location
            )
        } + unchecked(catalog.spelling)
    }

    /// A single finding about all missing dictionaries.
    private static func unchecked(_ spelling: SpellingInventory) -> [Finding] {
        guard !spelling.unchecked.isEmpty else { return [] }
        return [
            finding(
                "Spelling was not checked in \(Plural.few(spelling.unchecked.map(\.code), 50)).",
                remedy: SpellingInventory.remedy(for: spelling.unchecked),
                at: nil
            )
        ]
    }
}
