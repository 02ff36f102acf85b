import GlossportChecking
import GlossportReading

/// Writes tables for a ticket, one for each locale.
package enum MarkdownReport {
    /// - Parameters:
    ///   - report: The report to write.
    ///   - limit: The maximum number of bytes; the most severe findings come first.
    /// - Returns: The text; empty if the limit is too small.
    package static func text(of report: Report, limit: Int = .max) -> String {
        let head = "# Review\(report.app.isEmpty ? "" : " of \(escaped(report.app))")\n\n\(report.counts)\n"
        // Reserves space for the sentence about omitted findings.
        var room = limit - head.utf8.count - 200
        guard room > 0 else { return "" }
        var tables: [String: String] = [:]
        var shown = 0
        for finding in report.findings {
            let locale = finding.locale ?? ""
            let row = row(finding)
            let heading = tables[locale] == nil ? heading(locale) : ""
            room -= row.utf8.count + heading.utf8.count
            guard room >= 0 else { break }
            tables[locale, default: heading] += row
            shown += 1
        }
        var text = head
        for table in tables.sorted(by: { $0.key < $1.key }) { text += table.value }
        let rest = report.findings.count - shown
        if rest > 0 {
            text += "\n\(rest) more findings are not listed here; none is more severe than the listed ones.\n"
        }
        return text
    }

    private static func heading(_ locale: String) -> String {
        """

        ## \(locale.isEmpty ? "All locales" : escaped(locale))

        | severity | message | finding | what to do | place |
        |---|---|---|---|---|

        """
    }

    private static func row(_ finding: ReportedFinding) -> String {
        let subject = finding.message.map { [$0, finding.field].compactMap(\.self).joined(separator: ".") } ?? ""
        let cells = [
            finding.severity.rawValue, escaped(subject),
            "\(escaped(finding.text)) (\(escaped(finding.rule.rawValue)))" + excerpt(finding),
            escaped(finding.remedy), escaped(finding.place?.description ?? ""),
        ]
        return "| \(cells.joined(separator: " | ")) |\n"
    }

    /// The text below the finding, in an isolate in case it runs from right to left.
    private static func excerpt(_ finding: ReportedFinding) -> String {
        finding.excerpt.map { "<br>\u{2068}\(escaped($0))\u{2069}" } ?? ""
    }

    /// Escapes a text for Markdown: no markup, no links, no mentions of users.
    package static func escaped(_ text: String) -> String {
        var last: Unicode.Scalar = " "
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\\", "`", "*", "_", "{", "}", "[", "]", "|", "~", "$", "#": result += "\\\(scalar)"
            // Prevents automatic links from `https://`; the replacement of `www.` below does the same.
            case "/" where last == ":": result += "\\/"
            // GitHub finds a mention even after an escaped sign, so a comment separates it from the name.
            case "@": result += "@<!-- -->"
            default: result.unicodeScalars.append(scalar)
            }
            last = scalar
        }.replacing("www.", with: "www\\.")
    }
}
