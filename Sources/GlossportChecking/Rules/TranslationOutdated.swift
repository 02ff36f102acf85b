import GlossportProject
import GlossportReading

enum TranslationOutdated: TextRule {
    static let description = RuleDescription(
        "translation-outdated",
        .warning,
        """
        The text translates an earlier source text. Its file contains another source text than that of the source locale; or, where the file \
        contains none, the journal shows that the translation was sent together with another source text. White space and variants of quotation marks, \
        dashes and dots make no difference. Have the text translated again, or accept the finding if the translation still fits: \
        after the next change of the source, it is a new one. While a text is outdated, the rules about numbers, names and terms compare it with the source that was \
        translated.
        """
    )
    static let issue = QualityIssue.mistranslation
    private static let project: Project = {
        var project = Project(app: "com.example.app")
        project.locales.source = .usualSource
        return project
    }()
    static let triggering = [
        RuleExample(
            "another source",
            "keep.body [en-US] = Switch to the monthly plan.\nde/keep.body [de-DE] = Wechsle zum Jahresabo. << Switch to the yearly plan.",
            project: project
        )
    ]
    static let nonTriggering = [
        RuleExample(
            "the same source",
            "keep.body [en-US] = Stay with us.\nde/keep.body [de-DE] = Bleib bei uns. << Stay with us.",
            project: project
        ),
        RuleExample(
            "other quotation marks and blanks",
            "keep.body [en-US] = Don’t miss “Aurora” …\nde/keep.body [de-DE] = Verpass „Aurora“ nicht … << Don't  miss \"Aurora\"\u{A0}...",
            project: project
        ),
        RuleExample(
            "a developer's text that the source locale renders otherwise",
            "keep.body [en-US] = Stay with us. << stay, body text\nde/keep.body [de-DE] = Bleib bei uns. << stay, body text",
            project: project
        ),
        RuleExample("an unknown source locale", "de/keep.body [de-DE] = Bleib. << Stay."),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let earlier = text.source, let today = text.newSource else { return nil }
        let (old, new) = SourceChange(from: earlier, to: today).excerpts
        var finding = finding(
            text,
            "translates “\(old)”; the source is “\(new)” now.",
            remedy: "Have it translated again, or accept the finding if it still fits.",
            request: "Translate it again: the source text has changed from “\(old)” to “\(new)”."
        )
        finding.source = today
        return finding
    }
}

/// Two versions of a source text, with the different words marked.
struct SourceChange {
    /// The versions, shortened around the difference.
    let excerpts: (old: String, new: String)

    private static let room = 70

    init(from old: String, to new: String) {
        let (before, after) = (Self.words(old), Self.words(new))
        let start = zip(before, after).prefix { $0 == $1 }.count
        let end = zip(before.dropFirst(start).reversed(), after.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        func excerpt(_ words: [Substring]) -> String {
            let from = words[..<start].reduce(0) { $0 + $1.unicodeScalars.count }
            let changed = words[start..<(words.count - end)].joined()
            let length = changed.unicodeScalars.count - changed.reversed().prefix(while: \.isWhitespace).count
            let text = words.joined()
            return MarkedText(text, TextRange(from..<(from + length), in: text)).line(within: Self.room)
        }
        excerpts = (excerpt(before), excerpt(after))
    }

    /// The words of a text, each with the following spaces; in scripts without spaces, single letters.
    private static func words(_ text: String) -> [Substring] {
        var words: [Substring] = []
        var start = text.startIndex
        var last: Character?
        for index in text.indices {
            let character = text[index]
            let isBlankless =
                character.unicodeScalars.first.map { $0.value >= 0x0E00 && !$0.properties.isWhitespace } ?? false
            if let before = last, index > start, before.isWhitespace && !character.isWhitespace || isBlankless {
                words.append(text[start..<index])
                start = index
            }
            last = character
        }
        return start < text.endIndex ? words + [text[start...]] : words
    }
}
