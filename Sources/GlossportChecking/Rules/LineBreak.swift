import GlossportProject
import GlossportReading

enum LineBreak: TextRule {
    static let description = RuleDescription(
        "line-break",
        .warning,
        """
        The text contains a line break. Apple does not document how it is shown. It usually comes from a cell or a file that an \
        editor has wrapped.
        """
    )
    static let issue = QualityIssue.whitespace
    static let triggering: [RuleExample] = [
        RuleExample("a line separator", "keep.body [de-DE] = Eins\u{2028}zwei")
    ]
    static let nonTriggering = [RuleExample("one line", "keep.body [de-DE] = Eins zwei")]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let scalar = text.scalars.first(where: isBreak) else { return nil }
        return finding(
            text,
            "contains a line break.",
            remedy: "Have it written on one line, unless the break is intended.",
            request: "Write it on one line.",
            marking: .words(String(scalar))
        )
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\u{2028}" || scalar == "\u{2029}"
    }
}
