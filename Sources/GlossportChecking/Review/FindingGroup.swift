package import GlossportReading

/// The ways to group findings.
package enum FindingGrouping: String, Sendable, CaseIterable {
    case file, locale, rule

    fileprivate func name(of finding: Finding) -> String? {
        switch self {
        case .file: finding.location?.path
        case .locale: finding.locale
        case .rule: finding.rule.rawValue
        }
    }
}

/// Findings in one file, in one locale, or of one rule.
package struct FindingGroup: Sendable, Hashable {
    /// The path, the locale, or the rule's id; `nil` for findings without one.
    package var name: String?
    /// The gravest last, otherwise in the order in which they were given.
    package var findings: [Finding]

    /// The locales that they are about, sorted.
    package var locales: [String] { Set(findings.flatMap(\.locales)).sorted() }

    private var severity: Severity { findings.last?.severity ?? .note }

    /// Whether they name no message.
    private var isAboutFiles: Bool { findings.allSatisfy { $0.message == nil } }

    /// The gravest findings, up to a number, again with the gravest last.
    package func gravest(_ count: Int) -> [Finding] {
        Self.gravestLast(
            Severity.allCases.reversed().flatMap { severity in findings.filter { $0.severity == severity } }.prefix(
                count
            )
        )
    }

    /// Groups findings, the gravest groups last, where a terminal shows them; among equals the ones about files, from which others may follow,
    /// then the largest.
    ///
    /// - Parameters:
    ///   - findings: In any order.
    ///   - grouping: The criterion.
    /// - Returns: Every finding, in one of the groups.
    package static func groups(of findings: [Finding], by grouping: FindingGrouping = .rule) -> [FindingGroup] {
        Dictionary(grouping: findings) { grouping.name(of: $0) }
            .map { FindingGroup(name: $0.key, findings: gravestLast($0.value)) }
            .sorted { left, right in
                if left.severity != right.severity { return left.severity < right.severity }
                if left.isAboutFiles != right.isAboutFiles { return right.isAboutFiles }
                if left.findings.count != right.findings.count { return left.findings.count < right.findings.count }
                return (left.name ?? "") < (right.name ?? "")
            }
    }

    /// Findings by severity, the gravest last, otherwise in the given order.
    package static func gravestLast(_ findings: some Sequence<Finding>) -> [Finding] {
        Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity } }
    }
}
