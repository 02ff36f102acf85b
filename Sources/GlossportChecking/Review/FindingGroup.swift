package import GlossportReading

/// Findings of one kind: of one rule, as bad as each other.
package struct FindingGroup: Sendable, Hashable {
    package var rule: RuleID
    package var severity: Severity
    /// In the order in which they were given.
    package var findings: [Finding]

    /// The locales that they are about, sorted.
    package var locales: [String] { Set(findings.compactMap(\.locale)).sorted() }

    /// Whether they name no message.
    private var isAboutFiles: Bool { findings.allSatisfy { $0.message == nil } }

    /// Puts findings of one kind together: the worst kinds first, of those the ones about files, from which others may follow, then those of
    /// which there are most.
    ///
    /// - Parameter findings: In any order.
    /// - Returns: Every finding, in one of the groups.
    package static func groups(of findings: [Finding]) -> [FindingGroup] {
        struct Kind: Hashable {
            var rule: RuleID
            var severity: Severity
        }
        return Dictionary(grouping: findings) { Kind(rule: $0.rule, severity: $0.severity) }
            .map { FindingGroup(rule: $0.key.rule, severity: $0.key.severity, findings: $0.value) }
            .sorted { left, right in
                if left.severity != right.severity { return left.severity > right.severity }
                if left.isAboutFiles != right.isAboutFiles { return left.isAboutFiles }
                if left.findings.count != right.findings.count { return left.findings.count > right.findings.count }
                return left.rule.rawValue < right.rule.rawValue
            }
    }
}
