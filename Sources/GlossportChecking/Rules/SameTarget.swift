import GlossportReading

/// One translation for two different sources.
enum SameTarget: TextsRule {
    static let description = RuleDescription(
        "same-target-different-source",
        .warning,
        """
        Two fields of a locale have the same text, and their sources differ. Usually a translation was pasted into the wrong place. Texts of fewer than twelve characters are not compared.
        """
    )
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
        var first: [Slot: CheckedText] = [:]
        var findings: [Finding] = []
        for text in texts {
            guard let source = text.source, text.scalars.count >= 12 else { continue }
            let slot = Slot(locale: text.record.locale, text: text.text)
            guard let other = first[slot] else {
                first[slot] = text
                continue
            }
            guard let otherSource = other.source, !otherSource.isSaidLike(source) else { continue }
            // A header that is repeated in the body is said by that rule.
            guard other.record.message != text.record.message || other.field != .header || text.field != .body else {
                continue
            }
            var finding = finding(
                text,
                "is the same as \(other.field.name) of \(other.record.message), and their sources differ.",
                remedy: "Ask the vendor which of the two is in the wrong place."
            )
            finding.related = [other.location]
            findings.append(finding)
        }
        return findings
    }

    private struct Slot: Hashable {
        var locale: StoreLocale
        var text: String
    }
}

extension String {
    /// So many bytes of stops and blanks one of two texts may have more.
    private static let signs = 12

    /// Whether two texts differ in case, stops and blanks only.
    func isSaidLike(_ other: String) -> Bool {
        self == other
            || abs(utf8.count - other.utf8.count) <= Self.signs
                && lowercased().filter(\.isLetter) == other.lowercased().filter(\.isLetter)
    }
}
