import GlossportProject
import GlossportReading

enum Mojibake: TextRule {
    static let description = RuleDescription(
        "mojibake",
        .error,
        """
        The text contains UTF-8 that a program decoded as Windows-1252, Windows-1251, Mac Roman or a DOS code page and saved again: `Ã©` for é, `â€™` for an \
        apostrophe, `РџС` for Пр; or a code page that was decoded as another one: `fûszer` for fűszer. The file itself is valid, so the \
        reader cannot detect it.
        """
    )
    static let issue = QualityIssue.characters
    static let triggering = [
        RuleExample("an accent", "keep.body [fr-FR] = Votre musique vous a manquÃ©"),
        RuleExample("an apostrophe", "keep.body [en-US] = Donâ€™t go"),
        RuleExample("Cyrillic", "keep.body [ru] = РџСЂРёРІРµС‚"),
        RuleExample("an accent, by DOS", "keep.body [fr-FR] = Votre musique vous a manqu├®"),
        RuleExample("Japanese", "keep.body [ja] = ã\u{81}\u{93}ã‚Œ"),
        RuleExample("Hungarian as Windows-1252", "keep.body [hu] = Ízek fûszerekkel"),
        RuleExample("an umlaut, by Mac Roman", "keep.body [de-DE] = Sch√∂ne Gr√º√üe"),
        RuleExample("an apostrophe, by Mac Roman", "keep.body [fr-FR] = c‚Äôest"),
        RuleExample("Russian, by Mac Roman", "keep.body [ru] = –ü—Ä–∏–≤–µ—Ç"),
        RuleExample("Japanese, by Mac Roman", "keep.body [ja] = „Åì„Çå"),
        RuleExample("Mac Roman as Windows-1252", "keep.body [de-DE] = Schšne GrŸ§e"),
        RuleExample("Shift JIS as Windows-1252", "keep.body [ja] = ‘±‚¯‚Ä‚­‚¾‚³‚¢"),
    ]
    static let nonTriggering = [
        RuleExample("a ruler", "keep.body [en-US] = Stay ─── or go"),
        RuleExample("accents", "keep.body [fr-FR] = Votre musique vous a manqué « À demain »"),
        RuleExample("capitals in quotation marks", "keep.body [pt-PT] = «MAÇÃ» e «É»"),
        RuleExample("Russian and Ukrainian", "keep.body [uk] = Є Ёлка, Її Російська"),
        RuleExample("mathematical signs and dashes", "keep.body [en-US] = 2√π or ≈£5 – été, ¬£"),
        RuleExample("one foreign letter", "keep.body [hu] = São Paulo"),
        RuleExample("another foreign letter", "keep.body [hu] = Zoë dala"),
        RuleExample("a Spanish word", "keep.body [hu] = Mañana"),
        RuleExample("a Czech name", "keep.body [hu] = Nyerj egy Škoda kocsit"),
        RuleExample("a foreign letter in two names", "keep.body [de-DE] = Mit Miloš und Aleš"),
        RuleExample("a foreign name twice", "keep.body [sv] = Škoda är Škoda"),
        RuleExample("names with foreign letters", "keep.body [de-DE] = Škoda fährt nach São Tomé zu Dvořák"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        // Fast path: a wrongly decoded text has non-ASCII characters.
        guard text.scalars.contains(where: { $0.value >= 0x80 }) else { return nil }
        for (page, least) in [(CodePage.windows1252, 1), (.windows1251, 2), (.macRoman, 1)] {
            guard let found = WronglyDecoded.first(in: text.scalars, page, least: least) else { continue }
            return finding(
                text,
                "holds “\(found.written)”, which was “\(found.meant)” before it was decoded as \(page.name).",
                remedy:
                    "Have the file exported again as UTF-8, and check all its texts; if the option encoding is set for it, remove that first.",
                request:
                    "Correct the damaged letters: “\(found.written)” should be “\(found.meant)”. Save your files as UTF-8.",
                marking: .words(found.written)
            )
        }
        return frame(in: text) ?? otherPage(text)
    }

    /// A finding about a text in one code page that was decoded with another one.
    private static func otherPage(_ text: CheckedText) -> Finding? {
        guard let (meant, page) = LegacyEncoding.meant(text.text, locale: text.record.locale.code) else { return nil }
        return finding(
            text,
            "has letters that its language lacks; decoded as \(page), it would be “\(meant.shortened)”.",
            remedy: "Set the option encoding to \(page) if the file is not UTF-8, or have it exported again as UTF-8.",
            request: "Correct the damaged letters: the text should be “\(meant.shortened)”. Save your files as UTF-8."
        )
    }

    /// A finding about a box-drawing character right after a letter, which no language has.
    private static func frame(in text: CheckedText) -> Finding? {
        let scalars = text.scalars
        let place = scalars.indices.dropFirst().first { index in
            (0x2500...0x257F).contains(scalars[index].value) && Script(of: scalars[index - 1]) != nil
        }
        guard let place else { return nil }
        return finding(
            text,
            "contains “\(scalars[place - 1])\(scalars[place])” in a word, which comes from a DOS code page.",
            remedy:
                "Have the file exported again as UTF-8, and check all its texts; if the option encoding is set for it, remove that first.",
            request: "Correct the damaged letters. Save your files as UTF-8.",
            marking: .scalars(place - 1..<place + 1)
        )
    }
}
