import GlossportProject
import GlossportReading

enum ChineseVariant: TextRule {
    static let description = RuleDescription(
        "chinese-variant",
        .warning,
        """
        A text for zh-Hans contains characters that exist only in Traditional Chinese, and none that exist only in Simplified; or \
        the reverse. Usually one column was copied into the other. The characters come from the Unicode Han Database; those used in \
        both are ignored.
        """
    )
    static let issue = QualityIssue.localeViolation
    static let triggering = [
        RuleExample("Traditional in zh-Hans", "keep.body [zh-Hans] = 繼續訂閱，資料不會遺失。"),
        RuleExample("Simplified in zh-Hant", "keep.body [zh-Hant] = 继续订阅，数据不会丢失。"),
    ]
    static let nonTriggering = [
        RuleExample("Simplified in zh-Hans", "keep.body [zh-Hans] = 继续订阅，数据不会丢失。"),
        RuleExample("a single character, as in a name", "keep.body [zh-Hans] = 北極光"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard text.record.locale.language == "zh", text.letters(of: .han) >= 2 else { return nil }
        let isSimplified = text.record.locale.code == "zh-Hans"
        let (own, other) = isSimplified ? (simplified, traditional) : (traditional, simplified)
        var foreign: [Unicode.Scalar] = []
        for scalar in text.scalars where scalar.value >= 0x3400 {
            if own.contains(scalar) { return nil }
            if other.contains(scalar) { foreign.append(scalar) }
        }
        guard foreign.count >= 2 else { return nil }
        let examples = foreign.prefix(3).map(String.init).joined(separator: " ")
        return finding(
            text,
            "is \(isSimplified ? "Traditional" : "Simplified") Chinese: \(examples).",
            remedy: "Ask the vendor for the \(isSimplified ? "Simplified" : "Traditional") text.",
            request: "Use \(isSimplified ? "Simplified" : "Traditional") characters: \(examples) are not.",
            marking: .words(String(foreign[0]))
        )
    }

    private static let simplified = Set(HanVariants.simplified.unicodeScalars)
    private static let traditional = Set(HanVariants.traditional.unicodeScalars)
}
