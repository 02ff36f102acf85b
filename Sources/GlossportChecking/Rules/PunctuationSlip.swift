import GlossportProject
import GlossportReading

enum PunctuationSlip: TextRule {
    static let description = RuleDescription(
        "punctuation-slip",
        .warning,
        """
        The text ends with two full stops, has two commas or a space before a comma or a full stop, or uses quotation marks of another language; or a Spanish question or exclamation lacks its opening sign. \
        Or it has what the source lacks: a bullet, a number or \
        a locale's code at the beginning, two sentences without a space between them, or brackets, which often contain a translator's remark. French puts spaces before other signs, \
        but never before these two. An abbreviation in brackets is fine.
        """
    )
    static let issue = QualityIssue.typographical
    static let triggering = [
        RuleExample("two full stops", "keep.body [de-DE] = Bleib bei uns.."),
        RuleExample("a blank before a comma", "keep.body [es-ES] = Quédate , por favor"),
        RuleExample("two commas", "keep.body [es-ES] = Quédate,, por favor"),
        RuleExample(
            "no blank between sentences",
            "keep.body [de-DE] = Alles bleibt.Auch deine Daten. << All stays. Your data, too."
        ),
        RuleExample("a bullet", "keep.header [de-DE] = - Bleib << Stay"),
        RuleExample("a numbering", "keep.header [de-DE] = 1. Bleib 3 Monate << Stay for 3 months"),
        RuleExample("the locale's code", "keep.header [nl-NL] = NL: Blijf << Stay"),
        RuleExample("a remark", "keep.body [de-DE] = Bleib (oder: bleiben Sie) << Stay with us"),
        RuleExample("German marks in French", "keep.body [fr-FR] = Écoutez „Aurore“ encore"),
        RuleExample("English marks in Swedish", "keep.body [sv] = Lyssna på “Norrsken” igen"),
        RuleExample("a Spanish question", "keep.header [es-ES] = Te quedas?"),
        RuleExample("another version", "keep.body [de-DE] = Bleib / Bleiben Sie << Stay with us"),
    ]
    static let nonTriggering = [
        RuleExample("an ellipsis", "keep.body [de-DE] = Bleib bei uns..."),
        RuleExample("names with a stop", "keep.body [de-DE] = Bei Node.Js und z.B. Swift << With Node.Js and Swift"),
        RuleExample("bullets in both", "keep.header [de-DE] = - Bleib << - Stay"),
        RuleExample("a date", "keep.header [de-DE] = 1. Mai << May 1"),
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
        RuleExample("opened by the other sign", "keep.header [es-MX] = ¡Ya te vas?!"),
        RuleExample("inches", "keep.body [de-DE] = Für 11”, 13” und 15”"),
        RuleExample("a decimal fraction", "keep.body [en-US] = Save .5 GB or .7 GB"),
        RuleExample("a slash in both", "keep.body [de-DE] = Tag / Nacht << day / night"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let (slip, mark) = slip(in: text) else { return nil }
        let request =
            slip == remark
            ? "Leave out what is in brackets, unless it is part of the text." : "Check it: the text \(slip)"
        return finding(text, slip, remedy: "Check whether this is intended.", request: request, marking: mark)
    }

    private static let remark = "has brackets, which the source lacks."
    private static let commas = Array(",،、，".unicodeScalars)
    private static let dividers = opening + Array("「『/".unicodeScalars)

    private static func slip(in text: CheckedText) -> (slip: String, mark: TextMark?)? {
        let scalars = text.scalars
        if scalars.count > 2, scalars.suffix(2).elementsEqual("..".unicodeScalars), scalars[scalars.count - 3] != "." {
            return ("ends with two full stops.", .scalars(scalars.count - 2..<scalars.count))
        }
        if let comma = scalars.indices.dropFirst().first(where: {
            scalars[$0] == scalars[$0 - 1] && commas.contains(scalars[$0])
        }) {
            return ("has two commas in a row.", .scalars(comma - 1..<comma + 1))
        }
        for index in scalars.indices.dropFirst() where scalars[index] == "," || scalars[index] == "." {
            let isLast = index + 1 == scalars.count || scalars[index + 1] == " "
            guard isLast, scalars[index - 1] == " ", index > 1, Script(of: scalars[index - 2]) != nil else { continue }
            let sign = scalars[index] == "," ? "comma" : "full stop"
            return ("has a space before a \(sign).", .scalars(index - 1..<index + 1))
        }
        if text.record.locale.language == "es", !scalars.contains("¿"), !scalars.contains("¡"),
            let close = (["?", "!"] as [Unicode.Scalar]).first(where: scalars.contains),
            let end = scalars.firstIndex(of: close)
        {
            // Either sign may open “?!”.
            return ("has “\(close)” without “\(close == "?" ? "¿" : "¡")”.", .scalars(end..<end + 1))
        }
        if let marks = QuotationMarks.foreign(in: scalars, of: text.record.locale.language) {
            let language = LanguageWords.name(of: text.record.locale.guessable)
            return (
                "has the quotation marks \(marks.written); \(language) uses \(marks.usual).",
                .words(String(marks.first))
            )
        }
        guard let source = text.source else { return nil }
        if let word = start(of: scalars, source, text.record.locale) {
            return ("begins with “\(word)”, unlike the source.", .scalars(0..<word.unicodeScalars.count))
        }
        if let stop = joinedSentences(in: scalars), joinedSentences(in: Array(source.unicodeScalars)) == nil {
            return ("has no blank behind the full stop in “\(stop)”.", .words(stop))
        }
        let hasRemark = hasRemark(scalars)
        guard hasRemark || text.text.hasBytes(of: " / "), !source.unicodeScalars.contains(where: dividers.contains)
        else {
            return nil
        }
        guard hasRemark else { return ("has two versions, with “ / ” between them.", .words(" / ")) }
        let start = scalars.firstIndex(where: opening.contains) ?? 0
        let end = scalars[start...].firstIndex(where: closing.contains) ?? scalars.count - 1
        return (remark, .scalars(start..<end + 1))
    }

    /// A bullet, a number or the locale's code at the beginning, as in lists and tables, if the source has none.
    private static func start(of scalars: [Unicode.Scalar], _ source: String, _ locale: StoreLocale) -> String? {
        let first = scalars.prefix { $0 != " " }
        guard first.count < scalars.count, let last = first.last,
            let sourceFirst = source.unicodeScalars.first, sourceFirst.isAlphabetic
        else { return nil }
        let word = String(String.UnicodeScalarView(first))
        let isBullet = first.count == 1 && "-–—•*·".unicodeScalars.contains(last)
        let isNumbering =
            ".)".unicodeScalars.contains(last) && first.count > 1
            && first.dropLast().allSatisfy(\.isDecimalDigit)
            && !source.contains(String(String.UnicodeScalarView(first.dropLast())))
        let isCode =
            last == ":" && [locale.code, locale.language].contains { word.lowercased() == $0.lowercased() + ":" }
        return isBullet || isNumbering || isCode ? word : nil
    }

    /// The end of a sentence and the beginning of the next one without a space between them.
    private static func joinedSentences(in scalars: [Unicode.Scalar]) -> String? {
        func isLower(_ index: Int) -> Bool { scalars.indices.contains(index) && scalars[index].properties.isLowercase }
        for stop in scalars.indices where scalars[stop] == "." && (1...3).allSatisfy({ isLower(stop - $0) }) {
            guard stop + 1 < scalars.count, scalars[stop + 1].isUppercase,
                isLower(stop + 2) || (scalars.indices.contains(stop + 2) && scalars[stop + 2] == " ")
            else { continue }
            return String(String.UnicodeScalarView(scalars[(stop - 3)...(stop + 1)]))
        }
        return nil
    }

    private static let opening = Array("([（【".unicodeScalars)
    private static let closing = Array(")]）】".unicodeScalars)

    /// Whether brackets contain more than an abbreviation.
    private static func hasRemark(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.indices.contains { index in
            opening.contains(scalars[index])
                && scalars[(index + 1)...].prefix { !closing.contains($0) }.contains {
                    $0.isAlphabetic && !$0.isUppercase
                }
        }
    }
}

/// The quotation marks of each language.
///
/// Straight and single marks are ignored: every language may use the former, and the latter are also apostrophes.
enum QuotationMarks {
    struct Foreign: Sendable, Hashable {
        /// The marks, such as “…”.
        var written: String
        /// The language's primary pair.
        var usual: String
        var first: Unicode.Scalar
    }

    /// Finds quotation marks of another language.
    ///
    /// - Parameters:
    ///   - scalars: A text.
    ///   - language: Its language, such as `fr`.
    /// - Returns: The first and last marks of the text; `nil` if pairs of the language begin and end with them, or if
    ///   the number of marks is odd.
    static func foreign(in scalars: [Unicode.Scalar], of language: String) -> Foreign? {
        guard let pairs = pairs[language], let usual = pairs.first else { return nil }
        let marks = scalars.indices.filter { index in
            // 13” is a length.
            !scalars[index].isASCII && all.contains(scalars[index])
                && (index == 0 || !scalars[index - 1].isNumeric)
        }.map { scalars[$0] }
        guard marks.count.isMultiple(of: 2), let first = marks.first, let last = marks.last, last != "„",
            !pairs.contains(where: { $0.first == first }) || !pairs.contains(where: { $0.last == last })
        else { return nil }
        return Foreign(written: "\(first)…\(last)", usual: usual.map(String.init).joined(separator: "…"), first: first)
    }

    private static let all = Array("“”„«»「」『』".unicodeScalars)

    /// The primary and alternative marks of CLDR 46, and others in use.
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
