import GlossportReading

/// A sign where none belongs.
enum PunctuationSlip: TextRule {
    static let description = RuleDescription(
        "punctuation-slip",
        .warning,
        """
        Two full stops at the end, a blank before a comma or a full stop, or brackets that the source lacks, which often hold a translator's remark. \
        French puts blanks before other signs, never before these two.
        """
    )
    static let triggering = [
        RuleExample("two full stops", "keep.body [de-DE] = Bleib bei uns.."),
        RuleExample("a blank before a comma", "keep.body [es-ES] = Quédate , por favor"),
        RuleExample("a remark", "keep.body [de-DE] = Bleib (oder: bleiben Sie) << Stay with us"),
        RuleExample("another version", "keep.body [de-DE] = Bleib / Bleiben Sie << Stay with us"),
    ]
    static let nonTriggering = [
        RuleExample("an ellipsis", "keep.body [de-DE] = Bleib bei uns..."),
        RuleExample("brackets in both", "keep.body [de-DE] = Bleib (bitte) << Stay (please)"),
        RuleExample("a decimal fraction", "keep.body [en-US] = Save .5 GB or .7 GB"),
        RuleExample("a slash in both", "keep.body [de-DE] = Tag / Nacht << day / night"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard let slip = slip(in: text) else { return nil }
        return finding(text, slip, remedy: "Look whether that is meant.")
    }

    private static func slip(in text: CheckedText) -> String? {
        let scalars = text.scalars
        if scalars.count > 2, scalars.suffix(2).elementsEqual("..".unicodeScalars), scalars[scalars.count - 3] != "." {
            return "ends with two full stops."
        }
        for index in scalars.indices.dropFirst() where scalars[index] == "," || scalars[index] == "." {
            let isLast = index + 1 == scalars.count || scalars[index + 1] == " "
            guard isLast, scalars[index - 1] == " ", index > 1, Script(of: scalars[index - 2]) != nil else { continue }
            return "has a blank before a \(scalars[index] == "," ? "comma" : "full stop")."
        }
        guard let source = text.source else { return nil }
        if !source.contains(where: { "([（【「『/".contains($0) }) {
            if scalars.contains(where: { "([（【".unicodeScalars.contains($0) }) {
                return "has brackets, which the source lacks."
            }
            if text.text.contains(" / ") { return "has two versions, with “ / ” between them." }
        }
        return nil
    }
}
