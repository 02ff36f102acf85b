import GlossportProject
import GlossportReading

enum ControlCharacter: TextRule {
    static let description = RuleDescription(
        "control-character",
        .error,
        """
        The text contains a control character, a byte order mark, a replacement character (�) or an unassigned code point, left by \
        a broken conversion. Directional marks, joiners and soft hyphens are fine.
        """
    )
    static let issue = QualityIssue.characters
    static let triggering = [
        RuleExample("a vertical tab from a slide", "keep.header [de-DE] = Bleib\u{0B}hier"),
        RuleExample("a lost character", "keep.header [de-DE] = Bleib f\u{FFFD}r immer"),
        RuleExample("a byte order mark", "keep.header [de-DE] = \u{FEFF}Bleib"),
    ]
    static let nonTriggering = [
        RuleExample("a directional mark", "keep.header [he] = \u{200F}הישארו"),
        RuleExample("a joined emoji", "keep.header [de-DE] = 👩‍🚀 bleibt"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let scalar = text.scalars.first(where: isForbidden) else { return nil }
        return finding(
            text,
            "contains the character \(scalar.codePoint), which is not readable.",
            remedy: "Have it removed, and check for other damage from the conversion.",
            request: "Replace or remove the damaged character (\(scalar.codePoint)), and check the rest of the text.",
            marking: .words(String(scalar))
        )
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A: false  // the rule line-break checks it
        case 0..<0x20, 0x7F..<0xA0, 0xFEFF, 0xFFFD: true
        case 0..<0x250: false
        default:
            switch scalar.properties.generalCategory {
            case .unassigned, .privateUse, .surrogate: true
            default: false
            }
        }
    }
}
