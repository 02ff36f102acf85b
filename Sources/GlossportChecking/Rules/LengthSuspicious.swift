import GlossportProject
import GlossportReading

enum LengthSuspicious: TextRule {
    static let description = RuleDescription(
        "length-suspicious",
        .note,
        """
        The translation is less than 0.35 times or more than 2.5 times as long as expected from its source and its script. A \
        sentence may be missing, or it may be the wrong text. Sources of fewer than twenty characters are not checked.
        """
    )
    static let issue = QualityIssue.length
    static let triggering = [
        RuleExample(
            "a word for a sentence",
            "keep.body [de-DE] = Bleib! << Your lists and your songs stay with you for ninety days."
        )
    ]
    static let nonTriggering = [
        RuleExample(
            "Chinese is short",
            "keep.body [zh-Hans] = 您的歌单将保留九十天。 << Your lists and your songs stay for ninety days."
        )
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let source = text.source, source.utf8.count >= 20, let ratio = LengthRatio.relative(of: text),
            ratio < 0.35 || ratio > 2.5
        else { return nil }
        return finding(
            text,
            "has \(text.text.count) characters, its source \(source.count).",
            remedy: "Check whether part of the text is missing or superfluous.",
            request:
                "Check whether a part is missing or superfluous: it has \(text.text.count) characters, the source \(source.count)."
        )
    }
}
