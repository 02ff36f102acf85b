package enum ReportKind: String, Sendable, Hashable, CaseIterable {
    /// SARIF 2.1.0, which code hosts and editors show at the affected lines.
    case sarif
    /// Annotations and the summary of a step at GitHub; not a file.
    case github
    /// Test results: a case for each checked text.
    case junit
    case markdown
    case codequality

    /// The content of the report's file; `nil` for ``github``, which is not a file.
    package func text(of report: Report) -> String? {
        switch self {
        case .sarif: SARIFReport.text(of: report)
        case .github: nil
        case .junit: JUnitReport.text(of: report)
        case .markdown: Self.markdownFile(MarkdownReport.text(of: report))
        case .codequality: CodeQualityReport.text(of: report)
        }
    }

    /// The content of a Markdown file with the mark of a report.
    package static func markdownFile(_ text: String) -> String { mark + "\n" + text }

    /// The first line of Markdown reports, which identifies an earlier report.
    static let mark = "<!-- glossport review -->\n"

    /// Whether a file with this beginning is an earlier report of this kind.
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
