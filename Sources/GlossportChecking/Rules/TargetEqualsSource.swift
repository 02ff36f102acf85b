import GlossportProject
import GlossportReading

enum TargetEqualsSource: Rule {
    static let description = RuleDescription(
        "target-equals-source",
        .warning,
        """
        The translation, or a sentence in it, is identical to the source text, although its locale has another language. Usually the unit was copied and \
        never translated. Texts that consist only of names are the same everywhere; turn the rule off if you have many.
        """
    )
    static let issue = QualityIssue.untranslated
    private static let english: Project = {
        var project = Project(app: "com.example.app")
        project.locales.source = StoreLocale("en-US")
        return project
    }()
    static let triggering = [
        RuleExample("copied, not translated", "keep.header [de-DE] = Stay with us << Stay with us"),
        RuleExample(
            "a sentence left in English",
            "keep.body [de-DE] = Bleib bei uns. You can cancel at any time. << Stay with us. You can cancel at any time."
        ),
        RuleExample(
            "a short one",
            "keep.body [de-DE] = Bleib bei uns. Cancel anytime in Settings. << Stay with us. Cancel anytime in Settings."
        ),
    ]
    static let nonTriggering = [
        RuleExample(
            "a name left in English",
            "keep.body [de-DE] = Aus The New York Times. << From The New York Times."
        ),
        RuleExample("translated", "keep.header [de-DE] = Bleib bei uns << Stay with us"),
        RuleExample("English stays English", "keep.header [en-GB] = Stay with us << Stay with us", project: english),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        let language = catalog.languageOfSources
        return catalog.records.filter { $0.locale.guessable != language }.flatMap { record in
            record.texts.compactMap { field, value -> Finding? in
                guard let text = value.text, let source = value.source, field.isExamined(text) else { return nil }
                let left: Substring? = text == source ? nil : sentence(of: source, in: text)
                guard text == source || left != nil else { return nil }
                let predicate = left.map { "contains “\($0)” as its source does" } ?? "is the same as its source"
                return finding(
                    "\(field.name) of \(record.message) in \(record.locale) \(predicate).",
                    remedy: "Ask the vendor whether it was translated.",
                    request: left.map { "Translate “\($0)”, too." }
                        ?? "Translate it, or tell us that it is meant to be the same.",
                    record,
                    field,
                    at: value.location,
                    marking: left.map { .words(String($0)) }
                )
            }
        }
    }

    /// The first sentence of a source that occurs unchanged in a text.
    private static func sentence(of source: String, in text: String) -> Substring? {
        let sentences = source.unicodeScalars.prefix(longest).split { $0 == "." || $0 == "!" || $0 == "?" }
        // Compares bytes, because an untranslated sentence is an exact copy.
        return sentences.lazy.map { Substring($0.drop { $0 == " " }) }.first {
            text.hasBytes(of: String($0)) && isSentence($0)
        }
    }

    /// Whether the text is more than a name: it has many words, or several in lower case.
    private static func isSentence(_ text: Substring) -> Bool {
        let words = text.split(separator: " ")
        return words.count >= leastWords
            || words.count >= fewWords && words.dropFirst().count { $0.first?.isLowercase == true } >= 2
    }

    private static let longest = 600
    private static let leastWords = 5
    /// The minimum number of words if at least two, not counting the first, are in lower case.
    private static let fewWords = 3
}
