import GlossportReading

/// An escape sequence that nobody has resolved.
enum EscapeLeft: TextRule {
    static let description = RuleDescription(
        "escape-left",
        .warning,
        """
        The text holds a backslash sequence as it stands in program files: `\\n`, `\\'`, `\\u00e9`. It was escaped once too often, and the customer would read the backslash. `&amp;` and its like are markup-left.
        """
    )
    static let triggering = [
        RuleExample("a line break", #"keep.body [de-DE] = Eins\nzwei"#),
        RuleExample("an apostrophe", #"keep.body [fr-FR] = l\'essentiel"#),
        RuleExample("a code point", #"keep.body [fr-FR] = manqu\u00e9"#),
    ]
    static let nonTriggering = [RuleExample("a backslash by itself", #"keep.body [en-US] = yes \ no, \o/"#)]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let start = text.scalars.firstIndex(of: "\\") else { return nil }
        let scalars = text.scalars
        for index in start..<scalars.count where scalars[index] == "\\" && index + 1 < scalars.count {
            guard let length = length(of: scalars[(index + 1)...]) else { continue }
            return finding(
                text,
                "holds \(String(String.UnicodeScalarView(scalars[index...(index + length)]))), which would be shown as it stands.",
                remedy: "Have the character itself written, or nothing; look at how the file was exported."
            )
        }
        return nil
    }

    /// How long the sequence behind a backslash is.
    private static func length(of rest: ArraySlice<Unicode.Scalar>) -> Int? {
        guard let first = rest.first else { return nil }
        switch first {
        case "n", "r", "t", "'", "\"", "\\": return 1
        case "u", "U", "x":
            let digits = rest.dropFirst().prefix(4).prefix { $0.properties.isASCIIHexDigit }
            return digits.count >= (first == "x" ? 2 : 4) ? 1 + digits.count : nil
        default: return nil
        }
    }
}
