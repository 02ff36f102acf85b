import ArgumentParser
import Glossport
import GlossportChecking
import GlossportReading
import PluginHost

/// Tells an author whether a plugin does what the protocol asks of it.
struct PluginCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Test a plugin: its description, fixtures and behaviour.",
        usage: "glossport plugin check <path> [<options>]",
        discussion: """
            Uses `fixtures/` beside the executable: NAME.in is a file to read, NAME.jsonl the expected output, NAME.request.json \
            additional members of the request. The fixtures plain, empty, broken and unicode are required. The plugin runs in the \
            sandbox without any extra permission. You need not trust it, unless you add --outside. Exit code 0 means that all \
            checks passed, 4 that some failed.

            EXAMPLES
              glossport plugin check ./glossport-reader-po
              glossport plugin check ./glossport-reader-po --record     write its output
              glossport plugin check ./glossport-reader-po --output json
            """
    )

    @Argument(help: ArgumentHelp("The executable.", valueName: "path"), completion: .file())
    var path: String

    @Flag(help: "Record its output for fixtures that have no NAME.jsonl yet.")
    var record = false

    @Option(help: ArgumentHelp("Sandbox to use: strict or limits.", valueName: "name"))
    var sandbox: ListedReader.Sandbox = .strict

    @Option(
        name: .customLong("grant"),
        help: ArgumentHelp("Permission beyond the sandbox, as in `needs`.", valueName: "need")
    )
    var grants: [String] = []

    @Flag(help: "Also run it without the sandbox and compare; only for plugins that you trust.")
    var outside = false

    @Option(name: .customLong("check"), help: ArgumentHelp("Run only this check.", valueName: "name"))
    var checks: [PluginCheck] = []

    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Result: CommandReport {
        var schema = "glossport.plugin-check/1"
        var path: String
        var checks: [Row]
        /// The executable as a shell takes it, where all checks were made.
        @Unencoded var trusted: String?

        var rows: [any Encodable] { checks }

        func lines(verbose: Bool, on terminal: Terminal) -> [String] {
            var table = Table(["CHECK", "", "WHAT MUST HOLD"])
            for row in checks {
                let more = row.skipped ?? row.figure
                table.add([row.check, row.verdict, row.promise + (more.map { " (\($0))" } ?? "")])
            }
            var lines = table.lines(on: terminal)
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
            guard problems == 0, let trusted else { return lines }
            return lines + ["To use it: `glossport plugin trust \(trusted)` in your project's folder."]
        }
    }

    private struct Row: Encodable {
        var check, promise, verdict: String
        var violations: [String]
        var skipped, figure: String?
    }

    func run() throws {
        var kit = try PluginKit(path, sandbox: sandbox, grants: grants, leavesSandbox: outside)
        if record {
            for file in try kit.record() { Output.report("Wrote \(file). Review every line of it.") }
            kit = try PluginKit(path, sandbox: sandbox, grants: grants, leavesSandbox: outside)
        }
        let chosen = checks.isEmpty ? PluginCheck.allCases : checks
        let rows = chosen.map { check in
            let verdict = kit.verdict(on: check)
            let word = verdict.skipped != nil ? "skipped" : verdict.violations.isEmpty ? "fine" : "problem"
            return Row(
                check: check.rawValue,
                promise: check.promise,
                verdict: word,
                violations: verdict.violations,
                skipped: verdict.skipped,
                figure: verdict.figure
            )
        }
        let trusted = checks.isEmpty ? path.contains("/") ? path : "./" + path : nil
        output.show(Result(path: kit.path, checks: rows, trusted: trusted))
        if rows.contains(where: { $0.verdict == "problem" }) { throw ExitStatus.findings }
    }
}

extension ListedReader.Sandbox: ExpressibleByArgument {}
extension PluginCheck: ExpressibleByArgument {}
