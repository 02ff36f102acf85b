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
