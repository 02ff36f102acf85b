import GlossportProject
import GlossportReading

enum SurroundingWhitespace: TextRule {
    static let description = RuleDescription(
        "surrounding-whitespace",
        .warning,
        "The text starts or ends with white space, which counts against the limit and may shift the text on the screen."
    )
    static let issue = QualityIssue.whitespace
    static let triggering = [
        RuleExample("a space at the end", "keep.header [de-DE] = Bleib bei uns "),
        RuleExample("a no-break space at the start", "keep.header [de-DE] = \u{A0}Bleib bei uns"),
    ]
    static let nonTriggering = [RuleExample("spaces inside", "keep.header [fr-FR] = Restez\u{202F}!")]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        let scalars = text.scalars
        let first = scalars.first?.properties.isWhitespace ?? false
        guard first || scalars.last?.properties.isWhitespace ?? false else { return nil }
        let start = first ? 0 : (scalars.lastIndex { !$0.properties.isWhitespace } ?? -1) + 1
        let end = first ? scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.count : scalars.count
        return finding(
            text,
            "\(first ? "starts" : "ends") with white space.",
            remedy: "Have the white space removed.",
            request: "Remove the space at the \(first ? "start" : "end").",
            marking: .scalars(start..<end)
        )
    }
}
