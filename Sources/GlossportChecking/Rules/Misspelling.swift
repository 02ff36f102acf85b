import GlossportProject
import GlossportReading

/// A rule about words; all spelling rules share one pass over the texts with unknown words.
protocol SpellingRule: Rule {
    static func check(_ texts: [Catalog.TextToSpell], _ catalog: Catalog) -> [Finding]
}

extension SpellingRule {
    package static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        check(catalog.spelledTexts(project), catalog)
    }
}

enum Misspelling: SpellingRule {
    static let description = RuleDescription(
        "misspelling",
        .warning,
        """
        A word is not in the dictionary of its locale, but a similar one is: letters are swapped, lost or doubled, or an accent is missing, \
        such as “fuer” for “für”. Not checked are words that the source has or `terms.keep` lists, words that are the same in four \
        languages, numbers, addresses, and words in capital letters. The dictionaries are the system's, for Hunspell, such as Debian's \
        `hunspell-de-de`; `glossport doctor` lists those that are missing.
        """
    )
    static let issue = QualityIssue.misspelling
    static let triggering = [
        RuleExample("no umlaut", "keep.body [de-DE] = Lieder fuer dich", spelling: .example),
        RuleExample("two letters exchanged", "keep.body [de-DE] = Deine Leider bleiben", spelling: .example),
    ]
    static let nonTriggering = [
        RuleExample("all words are known", "keep.body [de-DE] = Lieder für dich", spelling: .example),
        RuleExample(
            "a word of the source",
            "keep.body [de-DE] = Leider für dich << Leider for you",
            spelling: .example
        ),
        RuleExample(
            "a name of the project's",
            "keep.body [de-DE] = Leider für dich",
            project: Project(app: "com.example.app", keeping: ["Leider"]),
            spelling: .example
        ),
        RuleExample("a word like no other", "keep.body [de-DE] = Deine Jahresabos bleiben", spelling: .example),
    ]

    static func check(_ texts: [Catalog.TextToSpell], _ catalog: Catalog) -> [Finding] {
        texts.compactMap { text in
            guard !text.spelling.misspelt.isEmpty else { return nil }
            let words = Plural.few(text.spelling.misspelt.map { "“\($0.word)”" }, 5)
            let meant = Plural.few(text.spelling.misspelt.map { "“\($0.meant)”" }, 5)
            return finding(
                "\(text.subject) has \(words), which may be misspelt for \(meant).",
                remedy: "Ask the vendor; if it is right, list it as a name under `terms.keep` or in a glossary.",
                request: "Check the spelling of \(words); \(meant) may be meant.",
                text.record,
                text.field,
                at: text.location
            )
        }
    }
}

extension Catalog {
    struct TextToSpell {
        var record: MessageRecord
        var field: Field
        var location: SourceLocation
        var spelling: SpellingInventory.Text

        var subject: String { "\(field.name) of \(record.message) in \(record.locale)" }
    }

    /// The texts with unknown words, except those of records in a wrong language.
    func spelledTexts(_ project: Project) -> [TextToSpell] {
        guard !spelling.texts.isEmpty else { return [] }
        return records.flatMap { record in
            let texts = record.texts.sorted { $0.key < $1.key }.compactMap { field, value in
                spelling.texts[TextSlot(message: record.message, field: field, locale: record.locale)].map {
                    TextToSpell(record: record, field: field, location: value.location, spelling: $0)
                }
            }
            return texts.isEmpty || WrongLanguage.concerns(record, self, project) ? [] : texts
        }
    }
}
