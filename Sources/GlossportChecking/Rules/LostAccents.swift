import GlossportProject
import GlossportReading

enum LostAccents: SpellingRule {
    static let description = RuleDescription(
        "lost-accents",
        .warning,
        """
        Most words of a text lack their accents: it was typed without them, such as “fur dich zuruck”, or read with the wrong code page, \
        such as “õ” and “û” in Hungarian. Words are checked as for `misspelling`, which reports a single word.
        """
    )
    static let issue = QualityIssue.characters
    static let triggering = [
        RuleExample("no umlauts", "keep.body [de-DE] = Deine Lieder fur dich zuruck", spelling: .example)
    ]
    static let nonTriggering = [
        RuleExample("umlauts", "keep.body [de-DE] = Deine Lieder für dich zurück", spelling: .example),
        RuleExample("a single word", "keep.body [de-DE] = Lieder fuer dich", spelling: .example),
    ]

    static func check(_ texts: [Catalog.TextToSpell], _ catalog: Catalog) -> [Finding] {
        texts.compactMap { text in
            let words = text.spelling.unaccented
            guard !words.isEmpty else { return nil }
            let list = words.prefix(3).map { "“\($0.word)” for “\($0.meant)”" }.joined(separator: ", ")
            return finding(
                "\(text.subject) has lost its accents: \(list).",
                remedy: "Check the encoding of the file; if that is right, have the text written with its accents.",
                request: "Write this text with its accents: \(list).",
                text.record,
                text.field,
                at: text.location
            )
        }
    }
}
