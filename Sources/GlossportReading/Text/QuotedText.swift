// How messages show pieces of foreign text: short, and on one line. What a terminal must not get is seen to once more where
// findings are printed, see `namingUnprintables`.

extension Unicode.Scalar {
    /// Whether an excerpt shows the character as it is: one that can be seen, or a joiner, which emoji and Persian words need.
    ///
    /// Not the same as what is not `isUnprintable`: that lets names alone that are merely odd.
    public var isPlain: Bool {
        switch properties.generalCategory {
        case .control, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator, .format: self == "\u{200D}"
        default: true
        }
    }
}

extension String {
    /// The text in quotation marks, at most 40 scalars of it; what is not plain is replaced by U+FFFD.
    public var quoted: String {
        var shown = ""
        for (count, scalar) in unicodeScalars.enumerated() {
            if count == 40 { return "“\(shown)…”" }
            shown += scalar.isPlain ? String(scalar) : "\u{FFFD}"
        }
        return "“\(shown)”"
    }

    /// At most 60 characters on one line.
    public var shortened: String {
        let line = prefix(61).map { $0.isNewline || $0 == "\t" ? " " : $0 }
        return line.count > 60 ? String(line.prefix(59)) + "…" : String(line)
    }

    /// Its first characters, and an ellipsis if that is not all.
    package func beginning(_ limit: Int) -> String { count > limit ? prefix(limit) + "…" : self }
}

extension String {
    /// The text with a capital letter at its beginning.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
