import GlossportProject
import GlossportReading

enum MixedWidth: TextsRule {
    static let description = RuleDescription(
        "mixed-width",
        .warning,
        """
        A Chinese, Japanese or Korean text has full-width digits (３０), and the locale's texts have ASCII digits as well. Or there is an \
        ASCII comma or full stop behind a Chinese or Japanese character. That is a warning if full-width punctuation is usual in the \
        locale: in at least three texts, and in three times as many as have ASCII signs. Otherwise it is a note.
        """
    )
    static let issue = QualityIssue.typographical
    static let triggering = [
        RuleExample("both in one text", "a.body [ja] = 今なら３０％オフ、30日間"),
        RuleExample("another text has the others", "a.header [ja] = 今なら30%オフ\na.body [ja] = ３０％オフで続けよう"),
        RuleExample(
            "commas of two kinds",
            "a.header [zh-Hans] = 别走，留下来\na.body [zh-Hans] = 歌单,收藏都在\nb.header [zh-Hans] = 好歌，继续听\nb.body [zh-Hans] = 欢迎，回来"
        ),
    ]
    static let nonTriggering = [
        RuleExample("full-width only", "a.header [ja] = ３０％オフ\na.body [ja] = ３０日間、続けよう"),
        RuleExample("a decimal and an English name", "a.body [zh-Hans] = 享受1.5倍，Node.js 和 Swift, Inc. 都在"),
        RuleExample("two cells' worth of Latin", "a.body [en-US] = Save 30%, today"),
    ]

    static func check(_ texts: [CheckedText], _ project: Project) -> [Finding] {
        let wide = texts.filter { ["zh", "ja", "ko"].contains($0.record.locale.language) }
        return Dictionary(grouping: wide) { $0.record.locale }.values.flatMap { texts in
            digits(texts) + (texts[0].record.locale.language == "ko" ? [] : punctuation(texts))
        }
    }

    private static func digits(_ texts: [CheckedText]) -> [Finding] {
        guard texts.contains(where: { $0.hasDigits && $0.scalars.contains { $0.isASCII && $0.isDecimalDigit } }) else {
            return []
        }
        return texts.compactMap { text in
            guard text.hasDigits, let first = text.scalars.firstIndex(where: isWideDigit) else { return nil }
            let end = text.scalars[first...].firstIndex { !isWideDigit($0) } ?? text.scalars.endIndex
            let number = String(String.UnicodeScalarView(text.scalars[first..<end]))
            return finding(
                text,
                "has the full-width digits \(number); the locale's texts have ASCII digits as well.",
                remedy: "Have all digits written in one width.",
                request: "Write \(number) with digits of the same width as in the other texts.",
                marking: .scalars(first..<end)
            )
        }
    }

    private static func isWideDigit(_ scalar: Unicode.Scalar) -> Bool { (0xFF10...0xFF19).contains(scalar.value) }

    private static func punctuation(_ texts: [CheckedText]) -> [Finding] {
        let found = texts.compactMap { text in narrowSign(in: text.scalars).map { (text: text, place: $0) } }
        guard !found.isEmpty else { return [] }
        let usual = texts.count { $0.scalars.contains { "，。、".unicodeScalars.contains($0) } }
        return found.map { text, place in
            var finding = finding(
                text,
                "has “\(text.scalars[place])” behind a character of full width.",
                remedy: "Have the full-width sign used.",
                request: "Use full-width punctuation in place of “\(text.scalars[place])”.",
                marking: .scalars(place..<place + 1)
            )
            if usual < 3 || usual < 3 * found.count { finding.severity = .note }
            return finding
        }
    }

    /// The first ASCII comma or full stop between two ideographs or kana, or after one at the end.
    private static func narrowSign(in scalars: [Unicode.Scalar]) -> Int? {
        func isWide(_ index: Int) -> Bool {
            scalars.indices.contains(index) && [.han, .kana].contains(Script(of: scalars[index]))
        }
        return scalars.indices.dropFirst().first { index in
            guard scalars[index] == "," || scalars[index] == ".", isWide(index - 1) else { return false }
            let next = index + 1 < scalars.count && scalars[index + 1] == " " ? index + 2 : index + 1
            return next >= scalars.count || isWide(next)
        }
    }
}
