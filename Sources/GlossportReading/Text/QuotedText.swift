// Excerpts of untrusted text for messages: short, and on one line. When findings are printed, `namingUnprintables` also
// escapes characters that must not reach a terminal.

extension Unicode.Scalar {
    /// Whether an excerpt shows the character unchanged: a visible character, the zero-width joiner of emoji, or the
    /// non-joiner of Persian and Urdu words.
    ///
    /// Stricter than `!isUnprintable`, which also accepts unusual but harmless characters.
    public var isPlain: Bool {
        switch properties.generalCategory {
        case .control, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: false
        case .format: self == "\u{200C}" || self == "\u{200D}"
        default: true
        }
    }
}

extension String {
    /// The text in quotation marks, truncated to 40 scalars, with U+FFFD in place of scalars that are not plain.
    public var quoted: String {
        var shown = ""
        for (count, scalar) in unicodeScalars.enumerated() {
            if count == 40 { return "“\(shown)…”" }
            shown += scalar.isPlain ? String(scalar) : "\u{FFFD}"
        }
        return "“\(shown)”"
    }

    /// The text on one line, truncated to 60 characters.
    public var shortened: String {
        let line = prefix(61).map { $0.isNewline || $0 == "\t" ? " " : $0 }
        return line.count > 60 ? String(line.prefix(59)) + "…" : String(line)
    }

    /// Returns the first characters, with an ellipsis if the text is longer.
    package func beginning(_ limit: Int) -> String { count > limit ? prefix(limit) + "…" : self }
}

extension String {
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
