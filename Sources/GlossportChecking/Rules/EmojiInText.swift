import GlossportProject
import GlossportReading

enum EmojiInText: TextRule {
    static let description = RuleDescription(
        "emoji",
        .warning,
        """
        The text contains an emoji. Apple's review may refuse it; Apple has published no rule for this API, nor how an emoji is counted. Turn \
        the rule off once Apple has approved one of your messages with an emoji.
        """
    )
    static let issue = QualityIssue.nonConformance
    static let triggering = [RuleExample("an emoji", "keep.body [de-DE] = Bleib 🌌")]
    static let nonTriggering = [RuleExample("signs that are text", "keep.body [de-DE] = Bleib ™ © ♥")]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        // A variation selector turns a sign such as ♥ into an emoji.
        let selected = text.scalars.firstIndex(of: "\u{FE0F}").flatMap { $0 > 0 ? $0 - 1 : nil }
        let place = text.scalars.firstIndex { $0.value >= 0x231A && $0.properties.isEmojiPresentation } ?? selected
        guard let place else { return nil }
        let emoji = text.scalars[place]
        return finding(
            text,
            "contains the emoji \(emoji).",
            remedy: "Apple's review may refuse it; Apple has published no rule for this API. Try one message first.",
            request: "Leave out the emoji \(emoji): Apple's review may refuse it.",
            marking: .scalars(place..<place + 1)
        )
    }
}
