import GlossportChecking
import GlossportProject
import GlossportReading

extension ProbeReport {
    /// The first line of ``page``, which identifies the file.
    package static let pageTitle = "# Glossport probe of Apple’s sandbox"

    /// A Markdown page to paste into an issue; it contains neither the app nor a product.
    package var page: String {
        var lines = [
            Self.pageTitle, "",
            "Glossport \(version), \(asked.rfc3339), \(Plural.of(requests, "request")). Nothing here names an app, an account or a key.",
            "",
            "| Question | Expected | Found | Glossport |", "|---|---|---|---|",
        ]
        for answer in answers {
            let mark =
                answer.verdict == .expected
                ? "" : answer.verdict == .different ? "**different**: " : "**not answered**: "
            let cells = [answer.question.text, answer.question.expected, mark + answer.found.text, answer.found.effect]
            lines.append("| " + cells.map(Self.cell).joined(separator: " | ") + " |")
        }
        if !settings.isEmpty {
            lines += ["", "Lines for `glossport.yaml`:", "", "```yaml"] + settings + ["```"]
        }
        lines += ["", "<details><summary>Answers of the service</summary>", ""]
        for answer in answers {
            for call in answer.evidence {
                let words = [call.status.map { "\($0)" }, call.appleCode.map { "\($0)" }, call.detail].compactMap(
                    \.self
                )
                let result = words.isEmpty ? call.outcome : words.joined(separator: " ")
                lines.append(
                    "- \(answer.question.rawValue): \(call.endpoint.rawValue), \(call.subject): \(Self.cell(result))"
                )
            }
        }
        if left > 0 { lines += ["", "\(Plural.of(left, "upload")) of the probe may still be at the service."] }
        return (lines + ["", "</details>"]).joined(separator: "\n") + "\n"
    }

    /// Escapes a text of the service so that it cannot break the table.
    private static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("<", with: "&lt;").split(whereSeparator: \.isNewline)
            .joined(separator: " ")
    }
}
