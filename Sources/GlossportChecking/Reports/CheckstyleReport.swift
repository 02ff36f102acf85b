import GlossportReading

/// Checkstyle's XML, which many build servers and editors read.
enum CheckstyleReport {
    /// The beginning of every report, by which an earlier one is recognised.
    static let beginning = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n"

    static func text(of report: Report) -> String {
        var files: [String: String] = [:]
        for finding in report.findings {
            let place = finding.place
            let severity = finding.severity == .note ? "info" : finding.severity.rawValue
            let message = "\(finding.text) \(finding.remedy)".escapedForMarkup
            let source = "glossport.\(finding.rule.rawValue)".escapedForMarkup
            files[(place?.path ?? "").namingUnprintables(), default: ""] +=
                "<error line=\"\(place?.line ?? 1)\" column=\"\(place?.column ?? 1)\" severity=\"\(severity)\" message=\"\(message)\" source=\"\(source)\"/>\n"
        }
        var text = beginning
        for (path, errors) in files.sorted(by: { $0.key < $1.key }) {
            text += "<file name=\"\(path.escapedForMarkup)\">\n\(errors)</file>\n"
        }
        return text + "</checkstyle>\n"
    }
}
