import GlossportProject
import GlossportReading

enum Unbalanced: TextRule {
    static let description = RuleDescription(
        "unbalanced",
        .warning,
        """
        A bracket or a quotation mark was opened and not closed, or the reverse. Apostrophes and smileys are ignored.
        """
    )
    static let issue = QualityIssue.typographical
    static let triggering = [
        RuleExample("an open bracket", "keep.body [de-DE] = Bleib (noch ein Jahr."),
        RuleExample("one quotation mark", "keep.body [de-DE] = „Bleib bei uns."),
    ]
    static let nonTriggering = [
        RuleExample("both", "keep.body [de-DE] = „Bleib“ (noch ein Jahr) »bei« uns"),
        RuleExample("a smiley", "keep.body [en-US] = Stay :) a) now b) later"),
        RuleExample("inches", "keep.body [en-US] = a 13\" screen"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard text.scalars.contains(where: isMark), let mark = odd(in: text.scalars) else { return nil }
        return finding(
            text,
            "has a \(mark) without its counterpart.",
            remedy: "Have the counterpart added.",
            request: "Add the counterpart of \(mark), or remove it.",
            marking: .words(String(mark))
        )
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "(", ")", "[", "]", "{", "}", "«", "»", "\u{201C}", "\u{201D}", "\u{201E}", "（", "）", "「", "」", "『",
            "』",
            "【", "】", "《", "》":
            true
        default: false
        }
    }

    private static let pairs: [Unicode.Scalar: Unicode.Scalar] = [
        ")": "(", "]": "[", "}": "{", "）": "（", "」": "「", "』": "『", "】": "【", "》": "《",
    ]
    private static let openings = Set(pairs.values)

    private static func odd(in scalars: [Unicode.Scalar]) -> Unicode.Scalar? {
        var open: [Unicode.Scalar] = []
        for (index, scalar) in scalars.enumerated() {
            if openings.contains(scalar) {
                open.append(scalar)
            } else if let partner = pairs[scalar] {
                if open.last == partner {
                    open.removeLast()
                } else if !needsNoOpening(scalars, index) {
                    return scalar
                }
            }
        }
        if let left = open.first(where: { $0 != "(" }) ?? open.first { return isSmiley(scalars, left) ? nil : left }
        let guillemets = scalars.filter { $0 == "«" }.count - scalars.filter { $0 == "»" }.count
        // Danish and German use them the other way round, and Finnish uses one form for both, so only an odd number is
        // an error.
        if guillemets != 0, scalars.filter({ $0 == "«" || $0 == "»" }).count % 2 == 1 {
            return guillemets > 0 ? "«" : "»"
        }
        let curly = scalars.filter { $0 == "\u{201C}" || $0 == "\u{201D}" || $0 == "\u{201E}" }
        if curly.count % 2 == 1 { return curly.first }
        // Ignores the inch sign after a digit and the sign within Hebrew abbreviations.
        let straight = scalars.indices.filter { index in
            guard scalars[index] == "\"" else { return false }
            let before = index > 0 ? scalars[index - 1] : " "
            let after = index + 1 < scalars.count ? scalars[index + 1] : " "
            return !before.isNumeric
                && !(Script(of: before) == .hebrew && Script(of: after) == .hebrew)
        }
        return straight.count % 2 == 1 ? "\"" : nil
    }

    /// Whether a closing bracket belongs to a smiley or to an enumeration such as `a)`.
    private static func needsNoOpening(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        guard index > 0 else { return false }
        if [":", ";", "-", "^", "="].contains(scalars[index - 1]) { return true }
        let isShort =
            index == 1
            || !scalars[index - 2].isAlphabetic && !scalars[index - 2].isNumeric
        return isShort
            && (scalars[index - 1].isAlphabetic || scalars[index - 1].isNumeric)
    }

    private static func isSmiley(_ scalars: [Unicode.Scalar], _ mark: Unicode.Scalar) -> Bool {
        guard let index = scalars.lastIndex(of: mark), index > 0 else { return false }
        return [":", ";", "-"].contains(scalars[index - 1])
    }
}
