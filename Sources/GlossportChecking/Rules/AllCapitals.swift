import GlossportProject
import GlossportReading

enum AllCapitals: TextRule {
    static let description = RuleDescription(
        "all-capitals",
        .warning,
        """
        The whole translation is in capitals, but its source is not. It looks like shouting, and screen readers may spell it out.
        """
    )
    static let issue = QualityIssue.style
    static let triggering = [RuleExample("a shout", "keep.body [de-DE] = BLEIB DOCH BEI UNS << Stay with us")]
    static let nonTriggering = [
        RuleExample("a shout in both", "keep.body [de-DE] = BLEIB DOCH BEI UNS << STAY WITH US"),
        RuleExample("a script without capitals", "keep.body [ja] = 続けましょう << Stay with us"),
        RuleExample("abbreviations among other letters", "keep.body [ja] = JPEG、PNG、HEIC形式のみ << Only jpeg, png, heic"),
        RuleExample("an abbreviation", "keep.header [de-DE] = NASA << Nasa"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let source = text.source, isShouted(text.scalars), !isShouted(Array(source.unicodeScalars)) else {
            return nil
        }
        return finding(
            text,
            "is all in capitals, but its source is not.",
            remedy: "Ask the vendor for normal capitalization.",
            request: "Use normal capitalization."
        )
    }

    /// Whether a text has at least eight capital letters and no other letters.
    private static func isShouted(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.count { $0.isUppercase } >= 8
            && !scalars.contains { $0.isAlphabetic && !$0.isUppercase }
    }
}
