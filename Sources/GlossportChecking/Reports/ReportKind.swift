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
    /// A page for a browser.
    case html
    case checkstyle
    /// GitLab's Code Quality.
    case codequality

    /// The whole report for a file; `nil` for what goes elsewhere.
    package func text(of report: Report) -> String? {
        switch self {
        case .sarif: SARIFReport.text(of: report)
        case .github: nil
        case .junit: JUnitReport.text(of: report)
        case .markdown: MarkdownReport.text(of: report)
        case .html: HTMLReport.text(of: report)
        case .checkstyle: CheckstyleReport.text(of: report)
        case .codequality: CodeQualityReport.text(of: report)
        }
    }
}
