package import GlossportProject
package import GlossportReading

extension Collected {
    /// All findings of readers and rules, sorted, with the project's severities.
    ///
    /// - Parameters:
    ///   - project: The project's settings and severities.
    ///   - selection: The command's selection. The rules check the whole catalog anyway, because a missing message in a
    ///     locale can be found only by comparison with the others.
    /// - Returns: The findings about the selection.
    package func findings(for project: Project, about selection: Selection = Selection()) -> [Finding] {
        let own = RuleSet.applySeverities(of: project, to: findings)
        let rules = RuleSet.findings(in: catalog, for: project)
        let explained = Consequences.explain(
            rules,
            files: files,
            locales: catalog.locales,
            causes: own,
            keys: project.keys
        )
        return selection.findings(among: Implied.left(of: own + explained).sorted(), of: self)
    }
}

/// Removes findings that another finding at the same place or in the same file implies, so that one defect is one
/// finding.
enum Implied {
    /// For each rule, the more specific rules that replace it.
    ///
    /// A finding about a defect that the service would reject is never removed.
    private static let rules: [RuleID: Set<RuleID>] = [
        "numbers-differ": ["numbers-across-locales", "fields-exchanged", "test-text"],
        "length-suspicious": ["fields-exchanged"],
        "csv-mojibake": ["mojibake"],
        "xliff-longer-than-allowed": ["text-too-long"],
        "price-in-text": ["placeholder-left"],
        "target-equals-source": ["wrong-script", "wrong-language"],
        "wrong-language": ["wrong-script", "swapped-locales"],
        "truncated-text": ["contact-or-link", "fields-exchanged"],
        "end-punctuation": ["truncated-text"],
        "punctuation-slip": ["test-text", "unbalanced"],
        "translation-outdated": [
            "target-equals-source", "wrong-language", "wrong-script", "fields-exchanged", "test-text",
        ],
        "misspelling": noSpelling,
        "unknown-word": noSpelling.union(["lost-accents"]),
        "lost-accents": noSpelling,
    ]

    /// Rules that make spelling findings in the same text meaningless.
    private static let noSpelling: Set<RuleID> = [
        "wrong-script", "wrong-language", "target-equals-source", "mojibake", "csv-mojibake", "escape-left",
        "mixed-script-word",
        "truncated-text", "test-text", "markup-left", "placeholder-left", "invisible-character", "brand-changed",
    ]

    /// Removes the implied findings.
    ///
    /// - Parameter findings: All findings. A finding that the project file turns off is not included, and implies
    ///   nothing.
    /// - Returns: The others, in the same order.
    static func left(of findings: [Finding]) -> [Finding] {
        // The reader of a table reports that its locale is unknown, with the options of its layout.
        let withoutLocale = Set(
            findings.filter { $0.severity == .error && $0.rule.rawValue.hasSuffix("-no-locale") }
                .compactMap(\.location?.path)
        )
        var found: [SourceLocation: Set<RuleID>] = [:]
        for finding in findings {
            // If header and body are swapped, both places are wrong.
            let others = finding.rule == "fields-exchanged" ? finding.related : []
            for place in [finding.location].compactMap(\.self) + others {
                found[place, default: []].insert(finding.rule)
            }
        }
        return findings.filter { finding in
            guard let place = finding.location else { return true }
            if finding.rule == NoLocale.id, withoutLocale.contains(place.path) { return false }
            guard let others = rules[finding.rule] else { return true }
            return found[place]?.isDisjoint(with: others) ?? true
        }
    }
}
