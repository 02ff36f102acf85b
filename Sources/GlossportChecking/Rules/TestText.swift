import GlossportProject
import GlossportReading

enum TestText: TextRule {
    static let description = RuleDescription(
        "test-text",
        .error,
        """
        The text is a placeholder: “lorem ipsum”, `TODO:`, `xxx`, `[!!! … !!!]` of a pseudo-locale, `[TBC]`, its own key, \
        only “test” or “n/a”, nothing but punctuation, or what a spreadsheet shows instead of a text: `#NAME?`, `Loading...`, a formula. \
        Or it contains the ID of a package for a vendor.
        """
    )
    static let issue = QualityIssue.nonConformance
    static let triggering = [
        RuleExample("filler", "keep.body [de-DE] = Lorem ipsum dolor sit amet"),
        RuleExample("a reminder", "keep.body [de-DE] = TODO: Text fehlt noch"),
        RuleExample("a pseudo-locale", "keep.body [de-DE] = [!!! Śťàý !!!]"),
        RuleExample("its own key", "keep.body [de-DE] = keep.body"),
        RuleExample("a mark of the translator", "keep.body [de-DE] = Bleib bei uns [TBC]"),
        RuleExample("nothing to say", "keep.header [ko] = n/a"),
        RuleExample("a dash alone", "keep.header [th] = -"),
        RuleExample("a test", "keep.body [de-DE] = test 123"),
        RuleExample("a spreadsheet's error", "keep.body [de-DE] = #NAME?"),
        RuleExample("a formula that was still at work", "keep.body [de-DE] = Loading..."),
        RuleExample("the ID of a package", "keep.body [de-DE] = glossport package 20261126T150233Z"),
        RuleExample("a formula", "keep.body [de-DE] = =GOOGLETRANSLATE(B2,\"en\",\"de\")"),
    ]
    static let nonTriggering = [
        RuleExample("symbols alone", "keep.header [en-US] = ✦ ✧"),
        RuleExample("a number alone", "keep.header [ja] = -50%"),
        RuleExample("a rank", "keep.header [en-US] = #1 for recipes"),
        RuleExample("loading in a sentence", "keep.header [en-US] = Loading... and done"),
        RuleExample("everything, in Spanish", "keep.header [es-ES] = TODO es tuyo"),
        RuleExample("a test in a sentence", "keep.body [de-DE] = Im Test der beste Dienst"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        // “Todo” means “everything” in Spanish and “all” in Portuguese.
        let isTodoAWord = ["es", "pt"].contains(text.record.locale.language)
        var sign = words.first { word in
            !(isTodoAWord && word == "TODO") && WordSearch.contains(word, in: text.text, matchesCase: true)
                && WordSearch.contains(word, in: text.text, matchesCase: false)
        }
        let isEmpty = text.text.allSatisfy { $0.isPunctuation || $0.isWhitespace }
        let isKey = text.text == text.record.fields[text.field]?.key
        if isEmpty || isKey || CellDefect.isResidue(text.text) { sign = text.text }
        // All signs in the following search contain Latin letters or square brackets.
        if sign == nil, text.letters(of: .latin) > 0 || text.scalars.contains("[") || text.scalars.contains("]") {
            let lower = String(
                decoding: text.text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 },
                as: UTF8.self
            )
            sign = signs.first { lower.hasBytes(of: $0) }
            if sign == nil, text.scalars.count <= longestAlone,
                lower.wholeMatch(
                    of: /\W*(?:test(?:ing)?|asdf+|qwertz?y?|foo ?bar|placeholder|n\/?a|null|undefined)[\W\d]*/
                ) != nil
            {
                sign = text.text
            }
        }
        guard let sign else { return nil }
        return finding(
            text,
            "holds “\(sign)”, which looks like placeholder text.",
            remedy: "Ask the vendor for the real text.",
            request: sign == PackageMark.beginning
                ? "Send the text without the ID of the package."
                : "Send the final text: “\(sign)” looks like a placeholder.",
            marking: .words(sign)
        )
    }

    private static let signs = [
        "lorem ipsum", "todo:", "fixme", "[!!!", "!!!]", "tbd:", "translate me", "[tbc]", "[tbd]",
        PackageMark.beginning,
    ]
    private static let longestAlone = 24
    private static let words = ["TODO", "FIXME", "XXX", "xxx", "TBD"]
}
