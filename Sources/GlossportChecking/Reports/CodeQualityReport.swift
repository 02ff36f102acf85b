private import Foundation
import GlossportReading

/// GitLab's Code Quality, which a merge request shows at the line.
enum CodeQualityReport {
    static func text(of report: Report) -> String {
        var seen: [Fingerprint: Int] = [:]
        let issues = report.findings.map { finding in
            seen[finding.fingerprint, default: 0] += 1
            return Issue(finding, number: seen[finding.fingerprint] ?? 1)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(issues) else {
            preconditionFailure("A report's own values can always be encoded.")
        }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    private struct Issue: Encodable {
        var description, checkName, fingerprint, severity: String
        var location: Location

        private enum CodingKeys: String, CodingKey {
            case description, fingerprint, severity, location
            case checkName = "check_name"
        }

        init(_ finding: ReportedFinding, number: Int) {
            description = "\(finding.text) \(finding.remedy)"
            checkName = finding.rule.rawValue
            // GitLab shows one issue for each.
            fingerprint = number == 1 ? finding.fingerprint.description : "\(finding.fingerprint)-\(number)"
            severity =
                switch finding.severity {
                case .error: "critical"
                case .warning: "minor"
                case .note: "info"
                }
            location = Location(
                path: (finding.place?.path ?? "").namingUnprintables(),
                lines: Location.Lines(begin: finding.place?.line ?? 1)
            )
        }

        struct Location: Encodable {
            var path: String
            var lines: Lines

            struct Lines: Encodable { var begin: Int }
        }
    }
}
