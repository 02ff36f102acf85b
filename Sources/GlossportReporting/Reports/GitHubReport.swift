import GlossportReading

/// Writes the findings for a step of a GitHub workflow: annotations in its log, and its summary.
package enum GitHubReport {
    /// The maximum number of annotations of one severity that GitHub shows for a step.
    package static let maximumAnnotations = 10
    /// The maximum size of a step's summary in bytes; GitHub does not show a larger one at all.
    package static let maximumSummary = 1 << 20
    /// GitHub truncates longer annotations, which would cut off the excerpt and the remedy after a long text.
    private static let maximumText = 4_000

    /// The workflow commands for annotations, one per line.
    ///
    /// There is one for each rule and locale, up to ``maximumAnnotations`` of each severity, the most severe first. One
    /// of each rule comes before further ones of the same severity.
    package static func annotations(of report: Report) -> [String] {
        struct Group: Hashable { var rule, locale: String }
        var counts: [Group: Int] = [:]
        var first: [(group: Group, finding: ReportedFinding)] = []
        for finding in report.findings {
            let group = Group(rule: finding.rule.rawValue, locale: finding.locale ?? "")
            if counts[group] == nil { first.append((group, finding)) }
            counts[group, default: 0] += 1
        }
        return Severity.allCases.sorted(by: >).flatMap { severity in
            let all = first.filter { $0.finding.severity == severity }
            var rules: Set<RuleID> = []
            let leading = all.filter { rules.insert($0.finding.rule).inserted }
            rules = []
            let others = all.filter { !rules.insert($0.finding.rule).inserted }
            return (leading + others).prefix(maximumAnnotations).map { group, finding in
                line(finding, more: (counts[group] ?? 1) - 1)
            }
        }
    }

    /// The summary of the step in Markdown.
    ///
    /// - Parameters:
    ///   - report: The report to write.
    ///   - used: The number of bytes of the summary that are already in use.
    /// - Returns: As much of the report as the limit allows.
    package static func summary(of report: Report, after used: Int) -> String {
        MarkdownReport.text(of: report, limit: maximumSummary - used)
    }

    private static func line(_ finding: ReportedFinding, more: Int) -> String {
        var properties: [(String, String)] = []
        if let place = finding.place {
            properties = [
                ("file", place.path.replacingUnprintables(with: "\u{FFFD}")), ("line", String(place.line)),
                ("col", String(place.column)),
            ]
        }
        let context = [finding.locale, finding.message, finding.field].compactMap(\.self)
        let title = ([finding.rule.rawValue] + context).joined(separator: " · ").beginning(200)
        properties.append(("title", title))
        let command = finding.severity == .note ? "notice" : finding.severity.rawValue
        let rest = more > 0 ? "\n… and \(more) more of this rule\(finding.locale.map { " in \($0)" } ?? "")." : ""
        let list = properties.map { "\($0)=\(escaped($1, inProperty: true))" }.joined(separator: ",")
        let excerpt = finding.excerpt.map { "\n\($0)" } ?? ""
        let text =
            finding.text.beginning(maximumText) + excerpt + "\n" + finding.remedy.beginning(maximumText) + rest
        return "::\(command) \(list)::\(escaped(text))"
    }

    /// Escapes a text for the runner.
    ///
    /// It also splits `##`, which starts a command for other runners anywhere in a line.
    private static func escaped(_ text: String, inProperty: Bool = false) -> String {
        var last: Unicode.Scalar = " "
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case ":" where inProperty: result += "%3A"
            case "," where inProperty: result += "%2C"
            case "#" where last == "#": result += "\\#"
            default: result.unicodeScalars.append(scalar)
            }
            last = scalar
        }
    }
}
