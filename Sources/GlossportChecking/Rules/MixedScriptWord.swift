import GlossportProject
import GlossportReading

enum MixedScriptWord: TextRule {
    static let description = RuleDescription(
        "mixed-script-word",
        .warning,
        """
        A word mixes Latin with Cyrillic or Greek letters that look the same, such as a Cyrillic А in “Аpple”. It comes from a \
        keyboard that was switched too late, from text recognition, or from an attempt to deceive. Searches do not find such a \
        word, and it is hyphenated and read aloud wrongly. The same applies to Arabic presentation forms, which old programs write \
        instead of letters, often in reverse order, and to half-width katakana.
        """
    )
    static let issue = QualityIssue.characters
    static let triggering = [
        RuleExample("a Cyrillic А", "keep.header [en-US] = \u{410}pple Music stays"),
        RuleExample("a Latin c in Russian", "keep.header [ru] = Останьтеcь с нами"),
        RuleExample("half-width katakana", "keep.header [ja] = ﾄﾘが待っています"),
        RuleExample(
            "shapes of Arabic letters",
            "keep.header [ar-SA] = \u{FE8D}\u{FE91}\u{FED6} \u{FEE3}\u{FECC}\u{FEE8}\u{FE8E}"
        ),
    ]
    static let nonTriggering = [
        RuleExample("each word in its own letters", "keep.header [ru] = Останьтесь в Northlight"),
        RuleExample("Arabic letters, and a sign that is a word", "keep.header [ar-SA] = محمد \u{FDFA} ابق معنا"),
        RuleExample("an abbreviation with an ending", "keep.header [ru] = Все PDFы и SMS-сообщения"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        if text.letters(of: .arabic) > 0, let form = text.scalars.first(where: isPresentationForm) {
            return finding(
                text,
                "contains \(form.codePoint), the shape of an Arabic letter instead of the letter.",
                remedy: "Have the text exported with ordinary letters, and check their order.",
                request:
                    "Write ordinary Arabic letters, not presentation forms such as \(form.codePoint), and check their order.",
                marking: .words(String(form))
            )
        }
        if text.letters(of: .kana) > 0, let kana = text.scalars.first(where: { (0xFF66...0xFF9F).contains($0.value) }) {
            return finding(
                text,
                "contains \(kana.codePoint), a half-width katakana.",
                remedy: "Have it typed in full width.",
                request: "Write katakana in full width.",
                marking: .words(String(kana))
            )
        }
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
                remedy: "Have the word retyped.",
                request: "Retype “\(word)”: its \(odd) is a \(script) letter.",
                marking: .words(String(word))
            )
        }
        return nil
    }

    /// Whether a character is the presentation form of an Arabic letter or ligature; signs for whole words are
    /// excluded.
    private static func isPresentationForm(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xFB50...0xFBB1, 0xFBD3...0xFD3D, 0xFD50...0xFDC7, 0xFE70...0xFEFC: true
        default: false
        }
    }

    /// Letters with a lookalike in another script.
    private static let twins = Set(
        "aceopxyijshkbmntABCEHIJKMOPSTXYZаеорсухіјѕһкԁАВСЕНІЈКМОРЅТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧονα".unicodeScalars
    )
}
