import GlossportProject
import GlossportReading

enum SameSource: TextsRule {
    static let description = RuleDescription(
        "same-source-different-target",
        .note,
        """
        Two fields of a locale have the same source and different translations. This may be intended; if not, customers read two \
        wordings for one thing.
        """
    )
    static let issue = QualityIssue.inconsistency
    static let triggering = [
        RuleExample(
            "two wordings",
            "a.body [de-DE] = Deine Daten bleiben. << Your data stays here.\nb.body [de-DE] = Deine Daten gehen nicht. << Your data stays here."
        )
    ]
    static let nonTriggering = [
        RuleExample(
            "one wording",
            "a.body [de-DE] = Deine Daten bleiben. << Your data stays here.\nb.body [de-DE] = Deine Daten bleiben. << Your data stays here."
        )
    ]

    static func check(_ texts: [CheckedText], _ project: Project) -> [Finding] {
        repetitions(among: texts) { text in text.source.flatMap { $0.utf8.count < 12 ? nil : $0 } }.compactMap {
            text,
            first in
            guard !first.text.readsLike(text.text) else { return nil }
            var finding = finding(
                text,
                "has the same source as \(first.field.name) of \(first.record.message), but different wording.",
                remedy: "Ask the vendor whether this is intended.",
                request:
                    "Use the same wording as in \(project.keys.key(message: first.record.message, field: first.field)), unless the difference is intended: the source is the same."
            )
            finding.related = [first.location]
            return finding
        }
    }
}
