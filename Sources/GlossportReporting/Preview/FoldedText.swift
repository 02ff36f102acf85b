/// A text for the page: the beginning, and the rest of a long one behind a click.
///
/// No message is that long, but a broken file can make one that is longer than all the others together.
enum FoldedText {
    /// Far more than the longest text that the service takes, in Unicode scalars.
    private static let shown = 400
    private static let folded = 12_000

    /// The text, escaped.
    ///
    /// - Parameters:
    ///   - text: The delivered text.
    ///   - hasLines: Whether line breaks are expected, and not marked.
    /// - Returns: The markup between tags.
    static func html(_ text: String, hasLines: Bool = false) -> HTML {
        // A scalar is at least a byte, so most texts need not be counted.
        guard text.utf8.count > shown, text.unicodeScalars.count > shown else { return escaped(text, hasLines) }
        let scalars = text.unicodeScalars
        let rest = scalars.dropFirst(shown)
        let others = rest.dropFirst(folded).count
        let end: HTML = others == 0 ? "" : "<span lang=en dir=ltr>… (\(others) more)</span>"
        return """
            \(escaped(String(scalars.prefix(shown)), hasLines))…<details class=fold>\
            <summary lang=en dir=ltr>\(rest.count) more characters</summary>\(escaped(String(rest.prefix(folded)), hasLines))\(end)</details>
            """
    }

    private static func escaped(_ text: String, _ hasLines: Bool) -> HTML { hasLines ? "\(lines: text)" : "\(text)" }
}
