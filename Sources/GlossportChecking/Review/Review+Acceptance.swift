package import GlossportProject
package import GlossportReading

package struct AcceptedFinding: Sendable, Hashable {
    package var finding: Finding
    package var acceptance: Acceptance
}

extension Review {
    /// The rules that do not check the catalog: about files, glossaries and acceptances.
    package static let furtherRules = Collector.rules + GlossaryCollector.rules + acceptanceRules

    private static let acceptanceRules = [
        RuleDescription(
            "acceptance-over",
            .warning,
            """
            A finding was accepted up to a day that has passed, so it counts again. Accept it again, or have the text corrected.
            """
        ),
        RuleDescription(
            "acceptance-unused",
            .note,
            """
            An entry under `accept:` matches no finding: the text was corrected or changed. Remove the entry.
            """
        ),
    ]

    /// Returns the review without the findings that the project file accepts.
    ///
    /// - Parameters:
    ///   - today: The date as `YYYY-MM-DD`.
    ///   - isWhole: Whether everything was checked, so that an acceptance that matches nothing is unused.
    /// - Returns: The review with the accepted findings in ``accepted``, and with findings about expired or unused
    ///   acceptances.
    package func accepting(on today: String, isWhole: Bool) -> Review {
        guard !project.accepted.isEmpty else { return self }
        let decisions = Dictionary(project.accepted.map { ($0.finding, $0) }, uniquingKeysWith: { _, last in last })
        var review = self
        review.findings = []
        var used: Set<FindingID> = []
        for finding in findings {
            let id = id(of: finding)
            guard let decision = decisions[id] else {
                review.findings.append(finding)
                continue
            }
            used.insert(id)
            guard decision.holds(on: today) else {
                review.findings.append(finding)
                review.findings.append(Self.over(decision, finding))
                continue
            }
            review.accepted.append(AcceptedFinding(finding: finding, acceptance: decision))
        }
        if isWhole {
            let unused = project.accepted.filter { !used.contains($0.finding) }
            review.findings += RuleSet.applySeverities(of: project, to: unused.map(Self.unused))
        }
        review.findings.sort()
        return review
    }

    private static func over(_ decision: Acceptance, _ finding: Finding) -> Finding {
        Finding(
            "acceptance-over",
            .warning,
            "\(decision.by) accepted \(finding.rule.rawValue) here (\(decision.finding)) until \(decision.until ?? ""), which has passed.",
            remedy: "Accept it again, or have the text corrected.",
            for: .team,
            at: decision.place,
            related: [finding.location].compactMap(\.self),
            locale: finding.locale,
            message: finding.message,
            field: finding.field
        )
    }

    private static func unused(_ decision: Acceptance) -> Finding {
        Finding(
            "acceptance-unused",
            .note,
            "No finding has the ID \(decision.finding), which \(decision.by) has accepted.",
            remedy: "Remove the entry.",
            for: .team,
            at: decision.place
        )
    }
}
