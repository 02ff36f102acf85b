import GlossportProject
import GlossportReading

enum TextTooLong: Rule {
    static let description = RuleDescription(
        "text-too-long",
        .error,
        """
        The limits are 66 characters for a header or a bullet point, 144 for a body and 150 for an alt text. This text is longer \
        even if counted as readers count, in grapheme clusters, so the service will refuse it. \
        `limits.unit` in the project file names another unit. Other rules skip texts of \
        more than four times their limit.
        """
    )
    static let issue = QualityIssue.length
    static let triggering = [
        RuleExample("a header of 67 letters", "keep.header [de-DE] = \(String(repeating: "a", count: 67))"),
        RuleExample("a body of 145 letters", "keep.body [de-DE] = \(String(repeating: "ä", count: 145))"),
    ]
    static let nonTriggering = [
        RuleExample("a header of 66 letters", "keep.header [de-DE] = \(String(repeating: "ä", count: 66))"),
        RuleExample("66 families of seven scalars each", "keep.header [de-DE] = \(String(repeating: "👨‍👩‍👧‍👦", count: 66))"),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        let unit = project.limits.unit ?? .graphemes
        return texts(catalog).compactMap { record, field, text, location in
            // A grapheme has at least one byte, so most texts need no counting.
            guard text.utf8.count > field.lengthLimit else { return nil }
            let length = unit.count(text)
            guard length > field.lengthLimit else { return nil }
            return finding(
                "\(field.name) of \(record.message) has \(length) \(unit.name) in \(record.locale); \(field.lengthLimit) are allowed.",
                remedy: "Have it shortened by \(length - field.lengthLimit).",
                request: "Shorten it to \(field.lengthLimit) \(unit.name); it has \(length).",
                record,
                field,
                at: location,
                marking: .scalars(text.prefix(field.lengthLimit).unicodeScalars.count..<text.unicodeScalars.count)
            )
        }
    }
}
