import GlossportProject
import GlossportReading

/// Writes GitLab's Code Quality format, which a merge request shows at the affected lines.
enum CodeQualityReport {
    /// The beginnings of reports with and without findings, which identify an earlier report.
    static let beginnings = ["[\n{\"description\":", "[\n\n]\n"]

    static func text(of report: Report) -> String {
        var seen: [FindingID: Int] = [:]
        let issues = report.findings.map { finding in
            seen[finding.fingerprint, default: 0] += 1
            return issue(finding, number: seen[finding.fingerprint] ?? 1)
        }
        return "[\n" + issues.joined(separator: ",\n") + "\n]\n"
    }

    private static func issue(_ finding: ReportedFinding, number: Int) -> String {
        var json = JSONLine()
        json.object {
            $0.string("description", "\(finding.text) \(finding.remedy)")
            $0.string("check_name", finding.rule.rawValue)
            // GitLab shows only one issue per fingerprint.
            let fingerprint = finding.fingerprint.description
            $0.string("fingerprint", number == 1 ? fingerprint : "\(fingerprint)-\(number)")
            $0.string("severity", severity(finding.severity))
            $0.object("location") {
                $0.string("path", (finding.place?.path ?? "").namingUnprintables())
                $0.object("lines") { $0.integer("begin", finding.place?.line ?? 1) }
            }
        }
        return json.text
    }

    private static func severity(_ severity: Severity) -> String {
        switch severity {
        case .error: "critical"
        case .warning: "minor"
        case .note: "info"
        }
    }
}
