import GlossportReading

/// Two blanks between two words.
enum DoubleSpace: TextRule {
    static let description = RuleDescription(
        "double-space",
        .warning,
        """
        Two blanks stand between two words. A web page would show one of them; a message shows both. Blanks at the ends are surrounding-whitespace.
        """
    )
    static let issue = QualityIssue.whitespace
    static let annotation = Annotation.Kind.grammar
    static let triggering = [RuleExample("two blanks", "keep.body [de-DE] = Bleib  bei uns")]
    static let nonTriggering = [RuleExample("one", "keep.body [de-DE] = Bleib bei uns")]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let start = text.scalars.firstIndex(where: { !isBlank($0) }),
            let end = text.scalars.lastIndex(where: { !isBlank($0) })
        else { return nil }
        let body = text.scalars[start...end]
        guard zip(body, body.dropFirst()).contains(where: { isBlank($0) && isBlank($1) }) else { return nil }
        return finding(text, "has two blanks in a row.", remedy: "Have one of them taken out.")
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\u{A0}" }
}
