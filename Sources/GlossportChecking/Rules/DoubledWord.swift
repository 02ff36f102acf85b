import GlossportProject
import GlossportReading

enum DoubledWord: TextRule {
    static let description = RuleDescription(
        "doubled-word",
        .warning,
        """
        A word is repeated. Not checked are languages that double words on purpose, such as Indonesian, Hindi and Turkish, and \
        words that can follow themselves, such as German “die die”.
        """
    )
    static let issue = QualityIssue.duplication
    static let triggering = [RuleExample("twice", "keep.body [en-US] = Stay with with us")]
    static let nonTriggering = [
        RuleExample("a relative clause", "keep.body [de-DE] = Menschen, die die Nacht lieben"),
        RuleExample("Indonesian plural", "keep.body [id] = lagu lagu"),
        RuleExample("a comma between", "keep.body [en-US] = Far, far away"),
        RuleExample("as in the source", "keep.body [fr-FR] = Bye bye << Bye bye"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        let language = text.record.locale.language
        guard !doubling.contains(language), mayDouble(text.scalars) else { return nil }
        if let source = text.source, doubled(in: source, of: "") != nil { return nil }
        guard let (word, both) = doubled(in: text.text, of: language) else { return nil }
        return finding(
            text,
            "has “\(word)” twice in a row.",
            remedy: "Have one of them removed.",
            request: "Remove one “\(word)”: it is there twice in a row.",
            marking: .words(String(both))
        )
    }

    /// Whether any word begins with the word before it, ignoring the case of the first letter.
    private static func mayDouble(_ scalars: [Unicode.Scalar]) -> Bool {
        let words = scalars.split { $0 == " " || $0 == "\u{A0}" || $0 == "\n" }
        return zip(words, words.dropFirst()).contains { word, next in
            word.count > 1 && next.count >= word.count && word.last == next.dropFirst(word.count - 1).first
                && word.dropFirst().elementsEqual(next.dropFirst().prefix(word.count - 1))
        }
    }

    /// The first word that is repeated with only a space between.
    private static func doubled(in text: String, of language: String) -> (word: Substring, both: Substring)? {
        let words = text.split { $0 == " " || $0 == "\u{A0}" || $0 == "\n" }
        let found = zip(words, words.dropFirst()).first { word, next in
            guard next.count >= word.count, word.count > 1, word.allSatisfy(isOfWord) else {
                return false
            }
            let bare = next.prefix(while: isOfWord)
            return bare.lowercased() == word.lowercased() && allowed[language]?.contains(word.lowercased()) != true
        }
        return found.map { word, next in (word, text[word.startIndex..<next.prefix(while: isOfWord).endIndex]) }
    }

    private static func isOfWord(_ character: Character) -> Bool {
        character.isLetter || character == "'" || character == "’"
    }

    private static let doubling: Set<String> = [
        "th", "vi", "id", "ms", "hi", "tr", "ja", "zh", "ko", "bn", "gu", "kn", "ml", "mr", "or", "pa", "ta", "te",
        "ur",
    ]
    private static let allowed: [String: Set<String>] = [
        "de": ["die", "der", "das", "sie", "den", "dem"], "fr": ["vous", "nous", "vous-même"], "it": ["via", "poco"],
        "nl": ["die", "dat", "ze", "het", "was"], "en": ["had", "that"], "hu": ["az", "egy", "már"],
        "he": ["לאט", "כל"],
        "sv": ["det", "så"], "no": ["det", "som"], "da": ["det", "der"], "es": ["muy"], "pt": ["se"],
        "ru": ["еле"], "pl": ["to"], "fi": ["on"], "el": ["σιγά"],
    ]
}
