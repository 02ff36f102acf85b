import GlossportProject
import GlossportReading

enum SameTarget: TextsRule {
    static let description = RuleDescription(
        "same-target-different-source",
        .warning,
        """
        Two fields of a locale have the same text, but different sources. Usually a translation was pasted into the wrong place. \
        Texts of fewer than twelve characters are not compared.
        """
    )
    static let issue = QualityIssue.inconsistency
    static let triggering = [
        RuleExample(
            "pasted twice",
            "a.body [de-DE] = Deine Daten bleiben hier. << Your data stays.\nb.body [de-DE] = Deine Daten bleiben hier. << Come back soon."
        )
    ]
    static let nonTriggering = [
        RuleExample(
            "the sources are the same, too",
            "a.body [de-DE] = Deine Daten bleiben hier. << Your data stays.\nb.body [de-DE] = Deine Daten bleiben hier. << Your data stays."
        )
    ]

    static func check(_ texts: [CheckedText], _ project: Project) -> [Finding] {
        repetitions(among: texts) { $0.source == nil || $0.scalars.count < 12 ? nil : $0.text }.compactMap {
            text,
            first in
            guard let source = text.source, let other = first.source, !other.readsLike(source) else { return nil }
            // A body that repeats its header is reported by `header-equals-body`.
            guard first.record.message != text.record.message || first.field != .header || text.field != .body else {
                return nil
            }
            var finding = finding(
                text,
                "is the same as \(first.field.name) of \(first.record.message), but their sources differ.",
                remedy: "Ask the vendor which of the two is wrong.",
                request:
                    "Check it: \(project.keys.key(message: first.record.message, field: first.field)) has the same text, but another source."
            )
            finding.related = [first.location]
            return finding
        }
    }
}

extension String {
    private static let signs = 12

    private var plainLetters: String { lowercased().filter { $0.isLetter || $0.isNumber } }

    /// Whether two texts differ only in case, punctuation and spaces.
    func readsLike(_ other: String) -> Bool {
        self == other
            || abs(utf8.count - other.utf8.count) <= Self.signs
                && plainLetters == other.plainLetters
    }
}
