import GlossportProject
import GlossportReading

enum DirectionOverride: TextRule {
    static let description = RuleDescription(
        "direction-override",
        .error,
        """
        The text contains a directional override (U+202D or U+202E), which reverses all following letters. No language needs it: it \
        is debris, or meant to mislead the checks. The directional marks and isolates of Arabic and Hebrew texts are fine.
        """
    )
    static let issue = QualityIssue.characters
    static let triggering = [RuleExample("a text turned around", "keep.body [de-DE] = Bleib\u{202E} thcin heg")]
    static let nonTriggering = [
        RuleExample("an isolated name", "keep.body [he] = \u{2068}Northlight\u{2069} נשאר"),
        RuleExample("a directional mark", "keep.body [ar-SA] = ابق معنا\u{200F}!"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let scalar = text.scalars.first(where: { $0 == "\u{202D}" || $0 == "\u{202E}" }) else { return nil }
        return finding(
            text,
            "contains the character \(scalar.codePoint), which reverses the text after it.",
            remedy: "Have it removed.",
            request: "Remove the invisible character \(scalar.codePoint): it reverses the text after it.",
            marking: .words(String(scalar))
        )
    }
}
