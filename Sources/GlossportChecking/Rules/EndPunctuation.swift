import GlossportProject
import GlossportReading

enum EndPunctuation: TextRule {
    static let description = RuleDescription(
        "end-punctuation",
        .note,
        """
        The source ends with a question mark, an exclamation mark, an ellipsis or a colon, but the translation does not, or the \
        reverse. A missing or additional full stop is ignored.
        """
    )
    static let issue = QualityIssue.typographical
    static let triggering = [RuleExample("a question lost", "keep.header [de-DE] = Bleibst du. << Will you stay?")]
    static let nonTriggering = [
        RuleExample("other signs", "keep.header [ja] = 続けますか？ << Will you stay?"),
        RuleExample("no full stop", "keep.header [de-DE] = Bleib bei uns << Stay with us."),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let source = text.source else { return nil }
        let (ours, theirs) = (SentenceEnd(of: text.text), SentenceEnd(of: source))
        guard ours != theirs, Set([ours, theirs]) != [.stop, nil] else { return nil }
        // An exclamation mark that became a full stop, for example, is a matter of style.
        guard ours == .question || theirs == .question || ours == .colon || theirs == .colon || ours == .ellipsis else {
            return nil
        }
        guard text.record.locale.language != "th" else { return nil }
        return finding(
            text,
            "ends with \(ours?.name ?? "no stop"), its source with \(theirs?.name ?? "none").",
            remedy: "Check whether this is intended.",
            request:
                "Check the end: the source ends with \(theirs?.name ?? "no stop"), this text with \(ours?.name ?? "no stop").",
            marking: .end
        )
    }
}
