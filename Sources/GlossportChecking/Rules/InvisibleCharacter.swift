import GlossportProject
import GlossportReading

enum InvisibleCharacter: TextRule {
    static let description = RuleDescription(
        "invisible-character",
        .warning,
        """
        The text contains an invisible character: a zero-width space, a word joiner, an invisible operator, an annotation, or a tag \
        that is not part of a flag. It counts against the limit, and tags can hide a whole text. Joiners, directional marks, soft \
        hyphens and, in Thai, zero-width spaces are fine.
        """
    )
    static let issue = QualityIssue.characters
    static let triggering = [
        RuleExample("a zero-width space from a web page", "keep.body [de-DE] = Bleib\u{200B} hier"),
        RuleExample("a hidden text of tags", "keep.body [de-DE] = Bleib\u{E0048}\u{E0069}"),
    ]
    static let nonTriggering = [
        RuleExample("a joined emoji and a flag", "keep.body [en-GB] = 👩‍🚀 stays in 🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
        RuleExample("a word boundary in Thai", "keep.body [th] = อยู่\u{200B}ต่อ"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let scalar = firstInvisible(in: text.text, isThai: text.record.locale.code == "th") else { return nil }
        return finding(
            text,
            "contains the character \(scalar.codePoint), which is invisible.",
            remedy: "Have it removed, unless it is intended.",
            request: "Remove the invisible character \(scalar.codePoint), unless you need it.",
            marking: .words(String(scalar))
        )
    }

    private static func firstInvisible(in text: String, isThai: Bool) -> Unicode.Scalar? {
        // Tags after a black flag are part of it, up to a closing tag; anywhere else they are hidden text.
        var isFlag = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x1F3F4: isFlag = true
            case 0xE0000...0xE007F:
                guard isFlag else { return scalar }
                isFlag = scalar.value != 0xE007F
            case 0x200B where isThai: isFlag = false
            case 0x200B, 0x2060...0x2064, 0x206A...0x206F, 0xFFF9...0xFFFB: return scalar
            default: isFlag = false
            }
        }
        return nil
    }
}
