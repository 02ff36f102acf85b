import GlossportProject
import GlossportReading

enum WrongScript: TextRule {
    static let description = RuleDescription(
        "wrong-script",
        .error,
        """
        Hardly any letters of the text belong to the script of its locale, such as an English text in the Japanese column. Either \
        it was never translated, or two columns or files were swapped. Names listed under `terms.keep` are ignored, and texts of \
        fewer than eight letters are not checked.
        """
    )
    static let issue = QualityIssue.mistranslation
    static let triggering = [
        RuleExample("English in the Japanese column", "keep.body [ja] = Your data stays for ninety days."),
        RuleExample("Russian in the French one", "keep.body [fr-FR] = Останьтесь с нами ещё на месяц."),
        RuleExample("Japanese in Korean", "keep.body [ko] = 一人ひとりが自分の日記をつけられます。"),
        RuleExample("Arabic letters in Hebrew", "keep.header [he] = ابق معنا شهرا آخر"),
    ]
    static let nonTriggering = [
        RuleExample("a name among Japanese", "keep.header [ja] = Northlight を続けましょう"),
        RuleExample("kanji alone", "keep.header [ja] = 年間契約継続特別割引"),
        RuleExample("too short to judge", "keep.header [ja] = Premium"),
        RuleExample(
            "a name that stays, and little else",
            "keep.header [ko] = Northlight Annual 구독",
            project: Project(app: "com.example.app", keeping: ["Northlight Annual"])
        ),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let foreign = foreignScript(of: text, project) else { return nil }
        return finding(
            text,
            "is written in \(foreign.name) letters.",
            remedy: "Ask the vendor whether it was translated, or whether texts of two languages were swapped.",
            request: "Write it in \(text.record.locale.languageName): the letters are \(foreign.name)."
        )
    }

    /// A foreign script of a text, if hardly any of its letters are in a script of its locale; otherwise `nil`.
    static func foreignScript(of text: CheckedText, _ project: Project) -> Script? {
        let own = text.record.locale.scripts
        // Kana are Japanese, whatever Han characters accompany them.
        let kana = text.letters(of: .kana)
        if !own.contains(.kana), kana >= leastLetters, kana > text.letters(of: .hangul) { return .kana }
        let all = text.letters.reduce(0, +)
        guard all >= leastLetters else { return nil }
        let ours = own.reduce(0) { $0 + text.letters(of: $1) }
        // A half-translated text has more letters of the right script. One Han character counts as three letters.
        guard ours * 4 * (own.contains(.han) ? 3 : 1) <= all - ours,
            var most = Script.allCases.filter({ !own.contains($0) }).max(by: {
                text.letters(of: $0) < text.letters(of: $1)
            })
        else { return nil }
        // Names are removed only if they can change the result.
        if most == .latin, !project.terms.keep.isEmpty {
            var rest = text.text
            for kept in project.terms.keep { rest = rest.replacing(kept.text, with: "") }
            var foreign = 0
            for scalar in rest.unicodeScalars {
                if let script = Script(of: scalar), !own.contains(script) {
                    foreign += 1
                    most = script
                }
            }
            guard foreign >= leastLetters, ours * 4 <= foreign else { return nil }
        }
        return most
    }

    private static let leastLetters = 8
}
