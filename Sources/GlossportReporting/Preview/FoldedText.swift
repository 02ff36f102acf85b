/// Shortens a text for the page: the rest of a long text is in a collapsed element, and the end of a very long one is
/// omitted.
///
/// No valid text is this long, but a damaged file can contain a text that is longer than all others together.
enum FoldedText {
    /// In Unicode scalars; much more than the longest text that the service accepts.
    private static let shown = 400
    private static let folded = 12_000

    /// Returns the escaped text.
    ///
    /// - Parameters:
    ///   - text: The delivered text.
    ///   - hasLines: Whether line breaks are expected, and not marked.
    /// - Returns: The markup to put between tags.
    static func html(_ text: String, hasLines: Bool = false) -> HTML {
        // A scalar has at least one byte, so most texts need no counting.
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
