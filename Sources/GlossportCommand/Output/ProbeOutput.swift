import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

/// The output of `doctor --probe`; the JSON document is the core's report.
struct ProbeOutput: CommandReport {
    let report: ProbeReport

    func encode(to encoder: any Encoder) throws { try report.encode(to: encoder) }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        var rows: [[String]] = []
        var last = ""
        for answer in report.answers {
            let mark =
                switch answer.verdict {
                case .expected: "ok"
                case .different: "DIFFERENT"
                case .unanswered: "?"
                }
            rows.append([mark, answer.question.rawValue, answer.found.text])
            // Print a remark once if consecutive answers share it, such as limits with the same unit.
            let remark = "Expected: \(answer.question.expected). \(answer.found.effect)"
            if verbose || answer.verdict == .different && remark != last { rows.append(["", "", remark]) }
            last = remark
        }
        var lines = ["\(Plural.of(report.requests, "request")) to \(report.environment.rawValue)"]
        lines += Table([], rows).lines(indentedBy: 2, on: terminal)
        if !report.settings.isEmpty {
            lines += ["", "Lines for glossport.yaml:"] + report.settings.map { "  " + $0 }
        }
        if report.left > 0 {
            lines += [
                "",
                "\(Plural.of(report.left, "upload")) may still arrive at the service. Run `glossport doctor --probe` again in a minute; it deletes what is left.",
            ]
        }
        return lines
    }
}
