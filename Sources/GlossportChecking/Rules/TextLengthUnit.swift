import GlossportReading

/// A text that is within the limit or over it, depending on how one counts.
enum TextLengthUnit: Rule {
    static let description = RuleDescription(
        "text-length-unit",
        .warning,
        """
        Apple does not say what it counts, and its own libraries count differently: Swift's counts grapheme clusters, Python's \
        Unicode scalars, Java's UTF-16 units. This text fits in graphemes and not in another unit, as happens with emoji, Hindi or Thai. The service may refuse it.
        """
    )
    static let triggering = [
        RuleExample("34 emoji of two UTF-16 units each", "keep.header [de-DE] = \(String(repeating: "🌌", count: 34))"),
        RuleExample("40 letters with combining marks", "keep.header [hi] = \(String(repeating: "कि", count: 40))"),
    ]
    static let nonTriggering = [
        RuleExample("66 letters", "keep.header [de-DE] = \(String(repeating: "ä", count: 66))"),
        RuleExample(
            "too long in every unit is another finding",
            "keep.header [de-DE] = \(String(repeating: "ä", count: 67))"
        ),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        texts(catalog).compactMap { record, field, text, location in
            guard text.utf8.count > field.lengthLimit else { return nil }
            let length = TextLength(of: text)
            guard length.graphemes <= field.lengthLimit else { return nil }
            let over = [(length.scalars, "Unicode scalars"), (length.utf16, "UTF-16 units")]
                .filter { $0.0 > field.lengthLimit }.map { "\($0.0) \($0.1)" }
            guard !over.isEmpty else { return nil }
            return finding(
                "\(field.name) of \(record.message) in \(record.locale) has \(length.graphemes) characters, but \(over.joined(separator: " and ")); the limit is \(field.lengthLimit) and Apple does not say of what.",
                remedy: "Shorten it to be safe, or try it in sandbox.",
                record,
                field,
                at: location
            )
        }
    }
}
