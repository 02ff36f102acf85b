import GlossportProject
import GlossportReading

enum NumbersDiffer: TextRule {
    static let description = RuleDescription(
        "numbers-differ",
        .warning,
        """
        The translation has a different number than the source, a number above twelve is in only one of them, or a percent sign is \
        missing. Numbers are \
        compared by value, in the digits of any script and with any grouping. Numbers up to twelve may be written as words. \
        A translation of an earlier source text is compared with that one; if its numbers are those of today's source, they are right.
        """
    )
    static let issue = QualityIssue.numbers
    static let triggering = [
        RuleExample("another percentage", "keep.body [de-DE] = Spare 40 % << Save 50%"),
        RuleExample("another number in words", "keep.body [pt-BR] = Fique seis meses << Stay for 5 months"),
        RuleExample("another number in Turkish words", "keep.body [tr] = On iki ay kal << Stay for 5 months"),
        RuleExample("another number in Chinese words", "keep.body [zh-Hans] = 再留三个月 << Stay for 5 months"),
        RuleExample("another discount in tenths", "keep.body [zh-Hant] = 享 8 折 << Save 30%"),
        RuleExample("a lost percent sign", "keep.body [es-MX] = Paga 50 menos << Pay 50% less"),
        RuleExample("a lost number", "keep.body [de-DE] = Alles bleibt lange << Everything stays for 90 days"),
    ]
    static let nonTriggering = [
        RuleExample("other grouping", "keep.body [de-DE] = 2.000 Lieder << 2,000 songs"),
        RuleExample("percent in words", "keep.body [es-MX] = Paga 50 por ciento menos << Pay 50% less"),
        RuleExample("other digits", "keep.body [ar-SA] = خصم ٥٠٪ << Save 50%"),
        RuleExample("a number in words", "keep.body [ja] = 12か月 << Twelve months"),
        RuleExample("a discount in tenths", "keep.body [zh-Hans] = 享 7 折 << Save 30%"),
        RuleExample("the same in words", "keep.body [es-ES] = Quédate cinco meses << Stay for 5 months"),
        RuleExample("twelve in two words", "keep.body [vi] = Mười hai tháng << 12 months"),
        RuleExample("counted in Japanese", "keep.body [ja] = 五か月、四季の曲 << 5 months, songs of all seasons"),
        RuleExample("a part of a word", "keep.body [zh-Hant] = 四季都聽，五月 << Listen for 3 months"),
        RuleExample("ten thousands", "keep.body [ja] = 1万曲 << 10,000 songs"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let source = text.source, let slip = slip(in: text, besides: source) else { return nil }
        var predicate = slip.predicate
        if let newSource = text.newSource {
            // The numbers of the current source text are right, even if the file contains an earlier one.
            guard self.slip(in: text, besides: newSource) != nil else { return nil }
            predicate += " That is an earlier source text."
        }
        return finding(
            text,
            predicate,
            remedy: "Ask the vendor which is right.",
            request: slip.request ?? "Check the number: the text \(predicate)",
            marking: slip.mark
        )
    }

    private struct Slip {
        /// The end of a sentence about the text.
        var predicate: String
        /// The request to the vendor, if it differs from the predicate.
        var request: String?
        var mark: TextMark?
    }

    private static func slip(in text: CheckedText, besides source: String) -> Slip? {
        if let slip = wordSlip(text, source) { return slip }
        let isPlain = !text.hasDigits && !source.utf8.contains { (0x30...0x39).contains($0) || $0 >= 0xD9 }
        guard !isPlain else { return nil }
        let ours = NumberInText.all(in: text.scalars)
        let theirs = NumberInText.all(in: Array(source.unicodeScalars))
        let added = without(theirs, ours)
        let lost = without(ours, theirs)
        let mark = added.first.map { TextMark.scalars($0.range) }
        if added.isEmpty, lost.isEmpty, let bare = barePercentage(ours, theirs), !hasPercentWord(text.text) {
            return Slip(
                predicate: "has \(bare.written) without a percent sign, which the source has.",
                request: "Check the number \(bare.written): the source has a percent sign after it.",
                mark: .scalars(bare.range)
            )
        }
        let isExchanged = !added.isEmpty && !lost.isEmpty
        // “Half price” is a word in most languages, and Chinese counts discounts in tenths: 五折.
        if added.isEmpty, lost.allSatisfy({ $0.isPercentage && ($0.values.contains("50") || text.text.contains("折")) })
        {
            return nil
        }
        guard isExchanged || (added + lost).contains(where: { !$0.mayBeWord }) else { return nil }
        let predicate =
            added.isEmpty
            ? "lacks \(listed(lost)), which the source has."
            : lost.isEmpty
                ? "has \(listed(added)), which the source lacks."
                : "has \(listed(added)) where the source has \(listed(lost))."
        return Slip(predicate: predicate, mark: mark)
    }

    /// A number in the text that is a percentage in the source.
    private static func barePercentage(_ ours: [NumberInText], _ theirs: [NumberInText]) -> NumberInText? {
        ours.first { number in
            !number.isPercentage && theirs.contains { $0.isPercentage && $0.agrees(with: number) }
                && !theirs.contains { !$0.isPercentage && $0.agrees(with: number) }
                && !ours.contains { $0.isPercentage && $0.agrees(with: number) }
        }
    }

    private static func hasPercentWord(_ text: String) -> Bool {
        let lower = text.lowercased()
        return percentWords.contains { lower.hasBytes(of: $0) }
    }

    /// Words or word stems for percent in the App Store's languages.
    private static let percentWords = [
        "perc", "proz", "proc", "pros", "cent", "cien", "pct", "проц", "відсот", "odsto", "odst", "posto", "yüzde",
        "trăm", "persen", "peratus", "százal", "εκατό", "パーセント", "割", "퍼센트", "프로", "할", "百分", "成", "折", "เปอร์เซ็นต์",
        "ร้อยละ", "प्रतिशत", "फीसदी", "फ़ीसदी", "टक्के", "শতাংশ", "ಪ್ರತಿಶತ", "ಶೇಕಡ", "ശതമാന", "சதவி", "சதவீ", "శాతం", "ટકા",
        "ਪ੍ਰਤੀਸ਼ਤ", "ପ୍ରତିଶତ", "فیصد", "אחוז", "المئة", "المائة", "بالمئة", "بالمائة",
    ]

    /// A different number from two to twelve, if at least one of the two is a word.
    private static func wordSlip(_ text: CheckedText, _ source: String) -> Slip? {
        let ours = NumberWord.all(in: text.text, of: text.record.locale.language)
        // Fast path: most texts contain no number.
        guard !ours.isEmpty || text.hasDigits else { return nil }
        let theirs = text.sourceLanguage.map { NumberWord.all(in: source, of: $0) } ?? []
        guard !ours.isEmpty || !theirs.isEmpty else { return nil }
        func small(_ scalars: [Unicode.Scalar]) -> [NumberWord.Found] {
            NumberInText.all(in: scalars).compactMap { number in
                guard !number.isPercentage, let value = Int(number.written), (2...12).contains(value) else {
                    return nil
                }
                return NumberWord.Found(word: number.written, value: value)
            }
        }
        let (all, wanted) = (ours + small(text.scalars), theirs + small(Array(source.unicodeScalars)))
        let added = all.filter { number in !wanted.contains { $0.value == number.value } }
        let lost = wanted.filter { number in !all.contains { $0.value == number.value } }
        // Only if one number is on each side; otherwise a list may have been rephrased.
        guard added.count == 1, lost.count == 1, ours.contains(added[0]) || theirs.contains(lost[0]) else { return nil }
        return Slip(
            predicate: "has “\(added[0].word)” where the source has “\(lost[0].word)”.",
            mark: .words(added[0].word)
        )
    }

    /// The numbers that have no equal among the others.
    private static func without(_ others: [NumberInText], _ numbers: [NumberInText]) -> [NumberInText] {
        numbers.filter { number in !others.contains { $0.agrees(with: number) } }
    }

    static func numbers(of text: String?) -> [NumberInText] {
        text.map { NumberInText.all(in: Array($0.unicodeScalars)) } ?? []
    }

    static func listed(_ numbers: [NumberInText]) -> String {
        numbers.map { $0.written + ($0.isPercentage ? " %" : "") }.joined(separator: ", ")
    }
}
