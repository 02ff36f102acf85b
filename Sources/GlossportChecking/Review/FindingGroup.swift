package import GlossportReading

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

package struct FindingGroup: Sendable, Hashable {
    /// The path, the locale, or the rule's id; `nil` for findings without one.
    package var name: String?
    /// The findings by severity, the most severe last, otherwise in the given order.
    package var findings: [Finding]

    package var locales: [String] { Set(findings.flatMap(\.locales)).sorted() }

    private var severity: Severity { findings.last?.severity ?? .note }

    private var concernsNoMessage: Bool { findings.allSatisfy { $0.message == nil } }

    /// The most severe findings up to a number, with the most severe last.
    package func gravest(_ count: Int) -> [Finding] {
        Self.gravestLast(
            Severity.allCases.reversed().flatMap { severity in findings.filter { $0.severity == severity } }.prefix(
                count
            )
        )
    }

    /// Groups findings, with the most severe groups last, because a terminal shows the end.
    ///
    /// Among groups of the same severity, those that concern no message, such as findings about files, come after the
    /// others, because they may be the cause; larger groups come after smaller ones.
    ///
    /// - Parameters:
    ///   - findings: The findings, in any order.
    ///   - grouping: The criterion.
    /// - Returns: The groups, which contain every finding.
    package static func groups(of findings: [Finding], by grouping: FindingGrouping = .rule) -> [FindingGroup] {
        Dictionary(grouping: findings) { grouping.name(of: $0) }
            .map { FindingGroup(name: $0.key, findings: gravestLast($0.value)) }
            .sorted { left, right in
                if left.severity != right.severity { return left.severity < right.severity }
                if left.concernsNoMessage != right.concernsNoMessage { return right.concernsNoMessage }
                if left.findings.count != right.findings.count { return left.findings.count < right.findings.count }
                return (left.name ?? "") < (right.name ?? "")
            }
    }

    /// Sorts findings by severity, the most severe last, otherwise in the given order.
    package static func gravestLast(_ findings: some Sequence<Finding>) -> [Finding] {
        Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity } }
    }
}
