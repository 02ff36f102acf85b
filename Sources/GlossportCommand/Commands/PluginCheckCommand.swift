import ArgumentParser
import Glossport
import GlossportChecking
import GlossportReading
import PluginHost

/// Tells an author whether a plugin does what the protocol asks of it.
struct PluginCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Test a plugin: description, fixtures, behaviour.",
        usage: "glossport plugin check <path> [<options>]",
        discussion: """
            Uses `fixtures/` beside the executable: NAME.in is a file, NAME.jsonl what is expected of it, NAME.request.json what stands in \
            the request. There have to be plain, empty, broken and unicode. The plugin runs in the sandbox with nothing granted; it need not be trusted, unless you add --outside. \
            Ends with 0 if all is well, with 4 if not.

            EXAMPLES
              glossport plugin check ./glossport-reader-po
              glossport plugin check ./glossport-reader-po --record     write what it says
              glossport plugin check ./glossport-reader-po --output json
            """
    )

    @Argument(help: ArgumentHelp("The executable.", valueName: "path"), completion: .file())
    var path: String

    @Flag(help: "Write down what it says of fixtures that have no expectation yet.")
    var record = false

    @Option(help: ArgumentHelp("How it is confined: strict or limits.", valueName: "name"))
    var sandbox: ListedReader.Sandbox = .strict

    @Option(
        name: .customLong("grant"),
        parsing: .singleValue,
        help: ArgumentHelp("What it may do beyond the sandbox, as `needs` says it.", valueName: "need")
    )
    var grants: [String] = []

    @Flag(help: "Run it without the sandbox, too, and compare: for plugins that you trust.")
    var outside = false

    @Option(
        name: .customLong("check"),
        parsing: .singleValue,
        help: ArgumentHelp("Only this check.", valueName: "name")
    )
    var checks: [PluginCheck] = []

    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Report: Encodable {
        var schema = "glossport.plugin-check/1"
        var path: String
        var checks: [Row]
    }

    private struct Row: Encodable {
        var check, promise, verdict: String
        var violations: [String]
        var skipped, figure: String?
    }

    func run() throws {
        var kit = try PluginKit(path, sandbox: sandbox, grants: grants, leavesSandbox: outside)
        if record {
            for file in try kit.record() { Output.talk("Wrote \(file). Read every line of it.") }
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
        switch output.output {
        case .json: Output.line(JSON.document(Report(path: kit.path, checks: rows)))
        case .jsonl: for row in rows { Output.line(JSON.line(row)) }
        case .table: show(rows)
        }
        Output.flush()
        if rows.contains(where: { $0.verdict == "problem" }) { throw ExitStatus.findings }
    }

    private func show(_ rows: [Row]) {
        var table = Table(["CHECK", "", "WHAT MUST HOLD"])
        for row in rows {
            let more = row.skipped ?? row.figure
            table.add([row.check, row.verdict, row.promise + (more.map { " (\($0))" } ?? "")])
        }
        for line in table.lines() { Output.line(line) }
        for row in rows where !row.violations.isEmpty {
            Output.line()
            Output.line("\(row.check): \(row.promise)")
            for violation in row.violations.prefix(output.verbose ? .max : 5) {
                for line in Paragraph.lines(violation, indentedBy: 2, width: Terminal.stdout.textWidth) {
                    Output.line(line)
                }
            }
            if row.violations.count > 5, !output.verbose {
                Output.line("  … and \(row.violations.count - 5) more; -v shows them.")
            }
        }
        let problems = rows.count { $0.verdict == "problem" }
        let skipped = rows.count { $0.verdict == "skipped" }
        Output.line()
        Output.line(
            "\(Plural.of(rows.count, "check")): \(problems == 0 ? "all is well" : Plural.of(problems, "problem"))"
                + (skipped > 0 ? ", \(skipped) skipped." : ".")
        )
        if problems == 0, checks.isEmpty {
            Output.line(
                "To use it: `glossport plugin trust \(path.contains("/") ? path : "./" + path)` in your project's folder."
            )
        }
    }
}

extension ListedReader.Sandbox: ExpressibleByArgument {}
extension PluginCheck: ExpressibleByArgument {}
