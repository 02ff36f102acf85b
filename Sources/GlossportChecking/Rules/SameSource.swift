import GlossportReading

/// Two translations of one source.
enum SameSource: TextsRule {
    static let description = RuleDescription(
        "same-source-different-target",
        .note,
        """
        Two fields of a locale have the same source and different translations. It may be on purpose; if it is not, customers read two wordings for one thing.
        """
    )
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
        var first: [Slot: CheckedText] = [:]
        var findings: [Finding] = []
        for text in texts {
            guard let source = text.source, source.utf8.count >= 12 else { continue }
            let slot = Slot(locale: text.record.locale, source: source)
            guard let other = first[slot] else {
                first[slot] = text
                continue
            }
            guard !other.text.isSaidLike(text.text) else { continue }
            var finding = finding(
                text,
                "has the source of \(other.field.name) of \(other.record.message), and another wording.",
                remedy: "Ask the vendor whether that is on purpose."
            )
            finding.related = [other.location]
            findings.append(finding)
        }
        return findings
    }

    private struct Slot: Hashable {
        var locale: StoreLocale
        var source: String
    }
}
