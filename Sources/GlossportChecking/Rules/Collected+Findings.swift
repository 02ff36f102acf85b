package import GlossportProject
package import GlossportReading

extension Collected {
    /// Everything that is wrong with what was read: the readers' findings and the rules', sorted, with the project's
    /// severities.
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

/// Findings of which another one at the same place says all: one defect is one finding.
enum Implied {
    /// Rules, each with those that say the same more exactly; what the service would refuse is never left out.
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

    /// Rules after which the words of a text say nothing about its spelling.
    private static let noSpelling: Set<RuleID> = [
        "wrong-script", "wrong-language", "target-equals-source", "mojibake", "csv-mojibake", "escape-left",
        "mixed-script-word",
        "truncated-text", "test-text", "markup-left", "placeholder-left", "invisible-character", "brand-changed",
    ]

    /// Leaves out what others imply.
    ///
    /// - Parameter findings: All of them; one that the project file turns off is not among them, and implies nothing.
    /// - Returns: The rest, in the same order.
    static func left(of findings: [Finding]) -> [Finding] {
        var found: [SourceLocation: Set<RuleID>] = [:]
        for finding in findings {
            // A header and a body in each other's place are wrong in both.
            let others = finding.rule == "fields-exchanged" ? finding.related : []
            for place in [finding.location].compactMap(\.self) + others {
                found[place, default: []].insert(finding.rule)
            }
        }
        return findings.filter { finding in
            guard let place = finding.location, let others = rules[finding.rule] else { return true }
            return found[place]?.isDisjoint(with: others) ?? true
        }
    }
}
