import GlossportReading

/// The findings about one file: per rule the first thousand and the number of the others.
///
/// The limit bounds memory if a binary file is read as text. It applies to each rule separately, so that many warnings
/// cannot hide the error that a file was not read to its end.
struct ListedFindings {
    private var findings: [Finding] = []
    private var counts: [RuleID: (severity: Severity, count: Int)] = [:]
    /// The number of errors, listed or not.
    private(set) var errors = 0
    private static let limit = 1_000

    mutating func add(_ finding: Finding) {
        if finding.severity == .error { errors += 1 }
        let count = (counts[finding.rule]?.count ?? 0) + 1
        counts[finding.rule] = (max(finding.severity, counts[finding.rule]?.severity ?? .note), count)
        if count <= Self.limit { findings.append(finding) }
    }

    consuming func finish(in path: String) -> [Finding] {
        for (rule, found) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where found.count > Self.limit {
            findings.append(
                Finding(
                    rule,
                    found.severity,
                    "The same was found \(found.count - Self.limit) more times, which are not listed.",
                    remedy: "Fix the listed ones and check the file again.",
                    at: SourceLocation(path: path, line: 1, column: 1)
                )
            )
        }
        return findings
    }
}
