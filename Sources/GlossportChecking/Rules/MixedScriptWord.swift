import GlossportReading

/// A word with a letter that only looks like the right one.
enum MixedScriptWord: TextRule {
    static let description = RuleDescription(
        "mixed-script-word",
        .warning,
        """
        A word mixes Latin with Cyrillic or Greek letters that look the same, such as a Cyrillic А in “Аpple”. It comes from a keyboard that was switched too late, from text recognition, or from somebody who wants to deceive. \
        Such a word is found by no search, is broken in the wrong place and is read out wrongly.
        """
    )
    static let triggering = [
        RuleExample("a Cyrillic А", "keep.header [en-US] = \u{410}pple Music stays"),
        RuleExample("a Latin c in Russian", "keep.header [ru] = Останьтеcь с нами"),
    ]
    static let nonTriggering = [
        RuleExample("each word in its own letters", "keep.header [ru] = Останьтесь в Northlight"),
        RuleExample("an abbreviation with an ending", "keep.header [ru] = Все PDFы и SMS-сообщения"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        let latin = text.letters(of: .latin)
        guard latin > 0, text.letters(of: .cyrillic) + text.letters(of: .greek) > 0 else { return nil }
        for word in text.text.split(whereSeparator: { !$0.isLetter }) {
            let scalars = Array(word.unicodeScalars)
            let foreign = scalars.filter { [.cyrillic, .greek].contains(Script(of: $0)) }
            let own = scalars.filter { Script(of: $0) == .latin }
            guard !foreign.isEmpty, !own.isEmpty else { continue }
            let fewestFirst = foreign.count <= own.count ? [foreign, own] : [own, foreign]
            guard let odd = fewestFirst.first(where: { $0.allSatisfy(twins.contains) })?.first else { continue }
            let script = Script(of: odd)?.name ?? "foreign"
            return finding(
                text,
                "has a \(script) \(odd) (\(odd.codePoint)) in the word “\(word)”.",
                remedy: "Have the word typed anew."
            )
        }
        return nil
    }

    /// Letters that have a twin in another script.
    private static let twins = Set(
        "aceopxyijshkbmntABCEHIJKMOPSTXYZаеорсухіјѕһкԁАВСЕНІЈКМОРЅТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧονα".unicodeScalars
    )
}
