import ArgumentParser
import Glossport
import GlossportChecking
import GlossportReading
import PluginHost

struct PluginCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Test a plugin: its description, fixtures and behaviour.",
        usage: "glossport plugin check <path> [<options>]",
        discussion: """
            Uses `fixtures/` beside the executable: NAME.in is a file to read, NAME.jsonl the expected output, NAME.request.json \
            additional members of the request. The fixture plain is required. On Linux the plugin runs in the sandbox, so you \
            need not trust it first. Exit code 0 means that all checks passed, 4 that some failed.

            EXAMPLES
              glossport plugin check ./glossport-reader-ini
              glossport plugin check ./glossport-reader-ini --record     write its output
            """
    )

    @Argument(help: ArgumentHelp("The executable.", valueName: "path"), completion: .file())
    var path: String

    @Flag(help: "Record its output for fixtures that have no NAME.jsonl yet.")
    var record = false

    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Result: CommandReport {
        var schema = "glossport.plugin-check/1"
        var path: String
        var checks: [Row]

        var rows: [any Encodable & Sendable] { checks }

        func lines(verbose: Bool, on terminal: Terminal) -> [String] {
            let cells = checks.map { [$0.check, $0.verdict, $0.promise + ($0.skipped.map { " (\($0))" } ?? "")] }
            var lines = Table(["CHECK", "", "WHAT MUST HOLD"], cells).lines(on: terminal)
            for row in checks where !row.violations.isEmpty {
                let shown = row.violations.prefix(verbose ? .max : 5)
                lines += ["", "\(row.check): \(row.promise)"]
                lines += shown.flatMap { Paragraph.lines($0, indentedBy: 2, width: terminal.textWidth) }
                lines += Plural.more(row.violations.count - shown.count, "-v shows them")
            }
            let problems = checks.count { $0.verdict == "problem" }
            let skipped = checks.count { $0.verdict == "skipped" }
            let sum = problems == 0 ? "all is well" : Plural.of(problems, "problem")
            lines += [
                "", "\(Plural.of(checks.count, "check")): \(sum)" + (skipped > 0 ? ", \(skipped) skipped." : "."),
            ]
            guard problems == 0 else { return lines }
            return lines + ["To use it: `glossport plugin trust \(path)` in your project's folder."]
        }
    }

    private struct Row: Encodable {
        var check, promise, verdict: String
        var violations: [String]
        var skipped: String?
    }

    func run() throws {
        let kit = try PluginKit(path)
        if record {
            for file in try kit.record() { Output.report("Wrote \(file). Review every line of it.") }
        }
        let checked = record ? try PluginKit(path) : kit
        let rows = PluginCheck.allCases.map { check in
            let verdict = checked.verdict(on: check)
            return Row(
                check: check.rawValue,
                promise: check.promise,
                verdict: verdict.skipped != nil ? "skipped" : verdict.violations.isEmpty ? "fine" : "problem",
                violations: verdict.violations,
                skipped: verdict.skipped
            )
        }
        output.show(Result(path: path, checks: rows))
        if rows.contains(where: { $0.verdict == "problem" }) { throw ExitStatus.findings }
    }
}
