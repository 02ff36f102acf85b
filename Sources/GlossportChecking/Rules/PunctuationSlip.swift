import GlossportReading

/// A sign where none belongs.
enum PunctuationSlip: TextRule {
    static let description = RuleDescription(
        "punctuation-slip",
        .warning,
        """
        The text ends with two full stops, has a space before a comma or a full stop, or uses quotation marks of another language. \
        Or it has brackets that the source lacks, which often contain a translator's remark. French puts spaces before other signs, \
        but never before these two. An abbreviation in brackets is fine.
        """
    )
    static let issue = QualityIssue.typographical
    static let request: String? = "Please correct it, unless it is intended."
    static let triggering = [
        RuleExample("two full stops", "keep.body [de-DE] = Bleib bei uns.."),
        RuleExample("a blank before a comma", "keep.body [es-ES] = Quédate , por favor"),
        RuleExample("a remark", "keep.body [de-DE] = Bleib (oder: bleiben Sie) << Stay with us"),
        RuleExample("German marks in French", "keep.body [fr-FR] = Écoutez „Aurore“ encore"),
        RuleExample("English marks in Swedish", "keep.body [sv] = Lyssna på “Norrsken” igen"),
        RuleExample("another version", "keep.body [de-DE] = Bleib / Bleiben Sie << Stay with us"),
    ]
    static let nonTriggering = [
        RuleExample("an ellipsis", "keep.body [de-DE] = Bleib bei uns..."),
        RuleExample("brackets in both", "keep.body [de-DE] = Bleib (bitte) << Stay (please)"),
        RuleExample(
            "an abbreviation in brackets",
            "keep.body [de-DE] = Strategie in Echtzeit (RTS) << Real-time strategy"
        ),
        RuleExample(
            "marks of the language",
            "keep.body [fr-FR] = Écoutez « Aurore » encore\nkeep.header [de-DE] = „Bleib“ oder »geh«"
        ),
        RuleExample("marks in marks", "keep.body [ja] = 「『夜』と『朝』」 "),
        RuleExample("inches", "keep.body [de-DE] = Für 11”, 13” und 15”"),
        RuleExample("a decimal fraction", "keep.body [en-US] = Save .5 GB or .7 GB"),
        RuleExample("a slash in both", "keep.body [de-DE] = Tag / Nacht << day / night"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let slip = slip(in: text) else { return nil }
        return finding(text, slip, remedy: "Check whether this is intended.")
    }

    private static func slip(in text: CheckedText) -> String? {
        let scalars = text.scalars
        if scalars.count > 2, scalars.suffix(2).elementsEqual("..".unicodeScalars), scalars[scalars.count - 3] != "." {
            return "ends with two full stops."
        }
        for index in scalars.indices.dropFirst() where scalars[index] == "," || scalars[index] == "." {
            let isLast = index + 1 == scalars.count || scalars[index + 1] == " "
            guard isLast, scalars[index - 1] == " ", index > 1, Script(of: scalars[index - 2]) != nil else { continue }
            return "has a space before a \(scalars[index] == "," ? "comma" : "full stop")."
        }
        if let marks = QuotationMarks.foreign(in: scalars, of: text.record.locale.language) {
            let language = LanguageWords.name(of: text.record.locale.guessable)
            return "has the quotation marks \(marks.written); \(language) uses \(marks.usual)."
        }
        guard let source = text.source else { return nil }
        if !source.contains(where: { "([（【「『/".contains($0) }) {
            if hasRemark(scalars) {
                return "has brackets, which the source lacks."
            }
            if text.text.contains(" / ") { return "has two versions, with “ / ” between them." }
        }
        return nil
    }

    /// Whether there are brackets around more than an abbreviation.
    private static func hasRemark(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.indices.contains { index in
            "([（【".unicodeScalars.contains(scalars[index])
                && scalars[(index + 1)...].prefix { !")]）】".unicodeScalars.contains($0) }.contains {
                    $0.properties.isAlphabetic && !$0.properties.isUppercase
                }
        }
    }
}

/// The quotation marks of a language.
///
/// Straight and single marks are not judged: the former are a typewriter's in every language, the latter are apostrophes, too.
enum QuotationMarks {
    /// Marks of a text that its language does not use.
    struct Foreign: Sendable, Hashable {
        /// Such as “…”.
        var written: String
        /// The pair that the language uses first.
        var usual: String
    }

    /// - Parameters:
    ///   - scalars: A text.
    ///   - language: Its language, such as `fr`.
    /// - Returns: The first and the last mark of the text, unless the language has a pair that begins and one that ends so.
    static func foreign(in scalars: [Unicode.Scalar], of language: String) -> Foreign? {
        guard let pairs = pairs[language], let usual = pairs.first else { return nil }
        let marks = scalars.indices.filter { index in
            // 13” is a length.
            all.contains(scalars[index]) && (index == 0 || scalars[index - 1].properties.numericType == nil)
        }.map { scalars[$0] }
        guard marks.count.isMultiple(of: 2), let first = marks.first, let last = marks.last, last != "„",
            !pairs.contains(where: { $0.first == first }) || !pairs.contains(where: { $0.last == last })
        else { return nil }
        return Foreign(written: "\(first)…\(last)", usual: usual.map(String.init).joined(separator: "…"))
    }

    private static let all = Set("“”„«»「」『』".unicodeScalars)

    /// Main and alternative marks of CLDR 46, and others that are in use.
    private static let pairs: [String: [[Unicode.Scalar]]] = Dictionary(
        uniqueKeysWithValues: [
            "en hi bn gu kn ml mr or pa ta te ur id ms th": "“”", "es ca it pt el tr vi ar": "“” «»", "fr": "«»",
            "nl": "“” „” ””", "de": "„“ »« «»", "cs sk sl": "„“ »«", "hr": "„” „“ »«", "pl hu ro": "„” «» »«",
            "ru": "«» „“", "uk": "«» „“ „” “”", "sv fi": "”” »»", "no": "«» ”” “” „” „“", "da": "”” “” »« „“ „”",
            "he": "”” “” „”", "ja": "「」 『』 “”", "zh": "“” 「」 『』", "ko": "“” 「」 『』 «»",
        ].flatMap { languages, pairs in
            languages.split(separator: " ").map { language in
                (String(language), pairs.split(separator: " ").map { Array($0.unicodeScalars) })
            }
        }
    )
}
