import GlossportProject
import GlossportReading

enum EscapeLeft: TextRule {
    static let description = RuleDescription(
        "escape-left",
        .warning,
        """
        The text contains an escape sequence of program code (`\\n`, `\\'`, `\\u00e9`), printf's `%%`, or CSV's quotation marks, \
        doubled or around the whole text. It was escaped once too often, and customers would see the escapes. For entities such as \
        `&amp;` see markup-left.
        """
    )
    static let issue = QualityIssue.characters
    static let triggering = [
        RuleExample("a line break", #"keep.body [de-DE] = Eins\nzwei"#),
        RuleExample("an apostrophe", #"keep.body [fr-FR] = l\'essentiel"#),
        RuleExample("printf's percent sign", "keep.body [de-DE] = Spare 30 %%"),
        RuleExample("quotation marks around the whole", "keep.body [de-DE] = \"Bleib bei uns\" << Stay with us"),
        RuleExample("doubled quotation marks", "keep.body [de-DE] = \"\"Bleib\"\" bei uns"),
        RuleExample("a code point", #"keep.body [fr-FR] = manqu\u00e9"#),
    ]
    static let nonTriggering = [
        RuleExample("a quotation", "keep.body [de-DE] = \"Bleib\", sagt sie"),
        RuleExample("a quotation in the source, too", "keep.body [de-DE] = \"Bleib\" << \"Stay\""),
        RuleExample("a backslash by itself", #"keep.body [en-US] = yes \ no, \o/"#),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        let scalars = text.scalars
        if let (sign, mark) = sign(in: text) {
            return finding(
                text,
                "has \(sign).",
                remedy: "Have it removed, and check how the file was exported.",
                request: "Correct \(sign), which an export has left in the text.",
                marking: mark
            )
        }
        guard let start = scalars.firstIndex(of: "\\") else { return nil }
        for index in start..<scalars.count where scalars[index] == "\\" && index + 1 < scalars.count {
            guard let length = length(of: scalars[(index + 1)...]) else { continue }
            let escape = String(String.UnicodeScalarView(scalars[index...(index + length)]))
            return finding(
                text,
                "holds \(escape), which customers would see literally.",
                remedy: "Have it replaced with the character itself, and check how the file was exported.",
                request: "Write the character itself in place of \(escape).",
                marking: .words(escape)
            )
        }
        return nil
    }

    /// The doubled sign or the enclosing quotation marks that an export left, as a phrase, and the words to mark.
    private static func sign(in text: CheckedText) -> (sign: String, mark: TextMark?)? {
        let scalars = text.scalars
        func isDoubled(_ sign: Unicode.Scalar) -> Bool {
            scalars.contains(sign) && zip(scalars, scalars.dropFirst()).contains { $0 == sign && $1 == sign }
        }
        if isDoubled("%") { return ("a doubled percent sign (%%)", .words("%%")) }
        if isDoubled("\"") { return ("doubled quotation marks (\"\")", .words("\"\"")) }
        guard scalars.count > 2, scalars.first == "\"", scalars.last == "\"",
            !scalars.dropFirst().dropLast().contains("\""), let source = text.source, !source.contains("\"")
        else { return nil }
        return source.contains { "“”„«»".contains($0) } ? nil : ("quotation marks around the whole text", nil)
    }

    /// The length of the escape sequence after a backslash.
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
