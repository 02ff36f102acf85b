import GlossportProject
import GlossportReading

enum SurroundingWhitespace: Rule {
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

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        texts(catalog).compactMap { record, field, text, location in
            let first = text.unicodeScalars.first?.properties.isWhitespace ?? false
            let last = text.unicodeScalars.last?.properties.isWhitespace ?? false
            guard first || last else { return nil }
            let scalars = Array(text.unicodeScalars)
            let start = first ? 0 : (scalars.lastIndex { !$0.properties.isWhitespace } ?? -1) + 1
            let end = first ? scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.count : scalars.count
            return finding(
                "\(field.name) of \(record.message) in \(record.locale) \(first ? "starts" : "ends") with white space.",
                remedy: "Have the white space removed.",
                request: "Remove the space at the \(first ? "start" : "end").",
                record,
                field,
                at: location,
                marking: .scalars(start..<end)
            )
        }
    }
}
