/// A text for the page: the beginning, and the rest of a long one behind a click.
///
/// No message is that long, but a broken file can make one that is longer than all the others together.
enum FoldedText {
    /// Far more than the longest text that the service takes, in Unicode scalars.
    private static let shown = 400
    private static let folded = 12_000

    /// The text, escaped.
    static func html(_ text: String) -> HTML {
        // A scalar is at most four bytes, so most texts need not be counted.
        guard text.utf8.count > shown else { return "\(text)" }
        let scalars = text.unicodeScalars
        let rest = scalars.dropFirst(shown)
        guard !rest.isEmpty else { return "\(text)" }
        let others = rest.dropFirst(folded).count
        let end: HTML = others == 0 ? "" : "<span lang=en dir=ltr>… (\(others) more)</span>"
        return """
            \(String(scalars.prefix(shown)))…<details class=fold><summary lang=en dir=ltr>\(rest.count) more characters</summary>\
            \(String(rest.prefix(folded)))\(end)</details>
            """
    }
}
