import GlossportProject
import GlossportReading

enum DoubleSpace: TextRule {
    static let description = RuleDescription(
        "double-space",
        .warning,
        """
        Two spaces separate two words. A web page would show one space; a message shows both. For spaces at the ends see \
        surrounding-whitespace.
        """
    )
    static let issue = QualityIssue.whitespace
    static let triggering = [RuleExample("two blanks", "keep.body [de-DE] = Bleib  bei uns")]
    static let nonTriggering = [RuleExample("one", "keep.body [de-DE] = Bleib bei uns")]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let start = text.scalars.firstIndex(where: { !isBlank($0) }),
            let end = text.scalars.lastIndex(where: { !isBlank($0) })
        else { return nil }
        let body = text.scalars[start...end]
        guard let blanks = body.indices.dropLast().first(where: { isBlank(body[$0]) && isBlank(body[$0 + 1]) }) else {
            return nil
        }
        let word = body[blanks...].firstIndex { !isBlank($0) } ?? body.endIndex
        return finding(
            text,
            "has two spaces in a row.",
            remedy: "Have one of them removed.",
            request: "Remove one of two spaces in a row.",
            marking: .scalars(blanks..<word)
        )
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\u{A0}" }
}
