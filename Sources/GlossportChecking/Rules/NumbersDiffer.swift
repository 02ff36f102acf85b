import GlossportReading

/// Another number than the source has.
enum NumbersDiffer: TextRule {
    static let description = RuleDescription(
        "numbers-differ",
        .warning,
        """
        A number of the source is gone and another stands in the translation, or one above twelve is there in one of them only. Numbers are compared by value, in the digits of any script and with any grouping. \
        Up to twelve they may be words.
        """
    )
    static let triggering = [
        RuleExample("another percentage", "keep.body [de-DE] = Spare 40 % << Save 50%"),
        RuleExample("another discount in tenths", "keep.body [zh-Hant] = 享 8 折 << Save 30%"),
        RuleExample("a lost number", "keep.body [de-DE] = Alles bleibt lange << Everything stays for 90 days"),
    ]
    static let nonTriggering = [
        RuleExample("other grouping", "keep.body [de-DE] = 2.000 Lieder << 2,000 songs"),
        RuleExample("other digits", "keep.body [ar-SA] = خصم ٥٠٪ << Save 50%"),
        RuleExample("a number in words", "keep.body [ja] = 12か月 << Twelve months"),
        RuleExample("a discount in tenths", "keep.body [zh-Hans] = 享 7 折 << Save 30%"),
        RuleExample("ten thousands", "keep.body [ja] = 1万曲 << 10,000 songs"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let source = text.source else { return nil }
        let isPlain = !text.hasDigits && !source.utf8.contains { (0x30...0x39).contains($0) || $0 >= 0xD9 }
        guard !isPlain else { return nil }
        let ours = NumberInText.all(in: text.scalars.contains("折") ? discounts(in: text.text) : text.scalars)
        let theirs = NumberInText.all(in: Array(source.unicodeScalars))
        let added = without(theirs, ours)
        let lost = without(ours, theirs)
        let isExchanged = !added.isEmpty && !lost.isEmpty
        // “Half price” is a word in most languages, and Chinese counts discounts in tenths: 五折.
        if added.isEmpty, lost.allSatisfy({ $0.isPercentage && ($0.values.contains("50") || text.text.contains("折")) })
        {
            return nil
        }
        guard isExchanged || (added + lost).contains(where: { !$0.mayBeWord }) else { return nil }
        return finding(
            text,
            added.isEmpty
                ? "lacks \(listed(lost)), which the source has."
                : lost.isEmpty
                    ? "has \(listed(added)), which the source lacks."
                    : "has \(listed(added)) where the source has \(listed(lost)).",
            remedy: "Ask the vendor which is right."
        )
    }

    /// The text with discounts as they are counted elsewhere: 折 says which tenths of the price are left, so that 7 折 is 30 % off.
    private static func discounts(in text: String) -> [Unicode.Scalar] {
        let percentages = text.replacing(/([1-9])(?:\.([1-9]))? ?折/) { match in
            let left = (Int(match.output.1) ?? 0) * 10 + (match.output.2.flatMap { Int($0) } ?? 0)
            return "\(100 - left)%"
        }
        return Array(percentages.unicodeScalars)
    }

    /// The numbers that have no equal among others.
    private static func without(_ others: [NumberInText], _ numbers: [NumberInText]) -> [NumberInText] {
        numbers.filter { number in !others.contains { $0.agrees(with: number) } }
    }

    static func listed(_ numbers: [NumberInText]) -> String {
        numbers.map { $0.written + ($0.isPercentage ? " %" : "") }.joined(separator: ", ")
    }
}
