import GlossportReading

/// A text that was never meant for customers.
enum TestText: TextRule {
    static let description = RuleDescription(
        "test-text",
        .error,
        """
        The text is a stand-in: “lorem ipsum”, `TODO:`, `xxx`, `[!!! … !!!]` of a pseudo-locale, or nothing but “test”. Somebody wanted to come back to it.
        """
    )
    static let triggering = [
        RuleExample("filler", "keep.body [de-DE] = Lorem ipsum dolor sit amet"),
        RuleExample("a reminder", "keep.body [de-DE] = TODO: Text fehlt noch"),
        RuleExample("a pseudo-locale", "keep.body [de-DE] = [!!! Śťàý !!!]"),
        RuleExample("a test", "keep.body [de-DE] = test 123"),
    ]
    static let nonTriggering = [
        RuleExample("everything, in Spanish", "keep.header [es-ES] = TODO es tuyo"),
        RuleExample("a test in a sentence", "keep.body [de-DE] = Im Test der beste Dienst"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        let lower = text.text.lowercased()
        let isRomance = ["es", "pt"].contains(text.record.locale.language)
        var sign = signs.first { lower.contains($0) }
        // In Spanish and Portuguese TODO means everything.
        sign =
            sign
            ?? words.first {
                !(isRomance && $0 == "TODO") && WordSearch.contains($0, in: text.text, matchesCase: false)
                    && text.text.contains($0)
            }
        if sign == nil, lower.wholeMatch(of: /\W*(?:test(?:ing)?|asdf+|qwertz?y?|foo ?bar|placeholder)[\W\d]*/) != nil {
            sign = text.text
        }
        guard let sign else { return nil }
        return finding(
            text,
            "holds “\(sign)”: it is no text for customers.",
            remedy: "Ask the vendor for the real text."
        )
    }

    private static let signs = ["lorem ipsum", "todo:", "fixme", "[!!!", "!!!]", "tbd:", "translate me"]
    private static let words = ["TODO", "FIXME", "XXX", "xxx", "TBD"]
}
