/// The forms in which findings are handed to other programs and people, beside a command's own output.
package enum ReportKind: String, Sendable, Hashable, CaseIterable {
    /// SARIF 2.1.0, which code hosts and editors show at the line.
    case sarif
    /// Annotations and the summary of a step at GitHub; no file.
    case github
    /// Test results: a case for each text that was looked at.
    case junit
    /// Tables for a ticket.
    case markdown
    /// GitLab's Code Quality.
    case codequality

    /// The whole report for a file; `nil` for what goes elsewhere.
    package func text(of report: Report) -> String? {
        switch self {
        case .sarif: SARIFReport.text(of: report)
        case .github: nil
        case .junit: JUnitReport.text(of: report)
        case .markdown: Self.markdownFile(MarkdownReport.text(of: report))
        case .codequality: CodeQualityReport.text(of: report)
        }
    }

    /// A text in Markdown as a file that is known for a report.
    package static func markdownFile(_ text: String) -> String { mark + "\n" + text }

    /// The line by which a report that people read is known.
    static let mark = "<!-- glossport review -->\n"

    /// Whether a file that begins so is an earlier report of this kind.
    package func hasWritten(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head, as: UTF8.self)
        let beginnings =
            switch self {
            case .sarif: [SARIFReport.beginning]
            case .github: [String]()
            case .junit: [JUnitReport.beginning]
            case .markdown: [Self.mark]
            case .codequality: CodeQualityReport.beginnings
            }
        return beginnings.contains(where: text.hasPrefix)
    }
}
