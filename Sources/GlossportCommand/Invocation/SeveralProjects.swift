import ArgumentParser
private import CLibrary
private import Foundation
import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// A command that can run for one project after the other.
protocol ProjectwiseCommand: ParsableCommand {
    var output: OutputOptions { get }
}

extension ValidateCommand: ProjectwiseCommand {}
extension PlanCommand: ProjectwiseCommand {}
extension ImportCommand: ProjectwiseCommand { var output: OutputOptions { importing.output } }
extension SettleCommand: ProjectwiseCommand { var output: OutputOptions { settling.output } }
extension WaitCommand: ProjectwiseCommand { var output: OutputOptions { settling.output } }
extension StatusCommand: ProjectwiseCommand {}
extension CoverageCommand: ProjectwiseCommand {}

/// One call for several projects: `--project a --project b`.
///
/// The command runs for one after the other; a request to stop and a deadline are for all of them together.
struct SeveralProjects: Sendable {
    /// The call that is under way, for what ends the process at once.
    private static let current = Mutex<SeveralProjects?>(nil)

    /// The project files, in the order in which they were named.
    private let paths: [String]
    /// The arguments without the projects and the deadline.
    private let arguments: [String]
    private let form: OutputForm
    /// The projects that were begun.
    private var outcomes: [Outcome] = []

    /// The end of a project's run; also a row of the combined result.
    private struct Outcome: Encodable {
        var project: String
        var app: String?
        /// `nil` if it was not started.
        var exitCode: Int32?
        /// The document on stdout, where JSON was asked for.
        @Unencoded var document = ""

        init(_ path: String) {
            project = path
            app = (try? ProjectText.text(of: path)).flatMap { ProjectFile.app(in: $0, path: path) }
        }
    }

    private struct Summary: Encodable {
        var schema = "glossport.projects/1"
        var exitCode: Int32
        var projects: [Outcome]
    }

    /// Gives `nil` unless several projects are named.
    init?(_ command: any ParsableCommand, _ arguments: [String]) throws {
        func values(_ flag: String) -> [String] { Invocation.options([flag], in: arguments).compactMap(\.value) }
        let named = values("--project")
        guard named.count > 1 else { return nil }
        guard let projectwise = command as? any ProjectwiseCommand else {
            throw GlossportError(
                .invalidOption,
                "“\(Invocation.current.name)” takes one project at a time.",
                remedy: "Run it once per project."
            )
        }
        let single = ["--app", "--plan", "--out"].filter { !values($0).isEmpty }
        let hasFiles = values("--report").contains { $0.contains("=") }
        if let flag = single.first ?? (hasFiles ? "--report with a file" : nil) {
            throw GlossportError(
                .invalidOption,
                "\(flag) takes one project, but \(named.count) are named.",
                remedy: "Run the command once per project."
            )
        }
        paths = named.map { ProjectSearch.path(named: $0) ?? $0 }
        let twice = Dictionary(grouping: paths) { URL(filePath: $0).resolvingSymlinksInPath().path }.values
        if let path = twice.first(where: { $0.count > 1 })?.first {
            throw GlossportError(.invalidOption, "The project \(path) is named twice.", remedy: "Name it once.")
        }
        form = projectwise.output.output
        var rest = arguments
        for option in Invocation.options(["--project", "--deadline"], in: arguments).reversed() {
            rest.removeSubrange(option.place)
        }
        self.arguments = rest
    }

    /// Runs all of them.
    mutating func run() async throws {
        for path in paths where Interrupts.shared.stop.cause == nil {
            begin(path)
            var failure: CommandFailure?
            do {
                let call = Invocation.current
                var words = arguments
                words.insert("--project=\(path)", at: call.path.count)
                Hints.remember(call.path + call.trustSwitches + words[call.path.count...])
                try await GlossportCommand.run(GlossportCommand.command(from: words))
            } catch {
                failure = CommandFailure(error)
            }
            failure?.report()
            end(failure)
        }
        Self.current.withLock { $0 = nil }
        Output.redirect(nil)
        for line in closing { Output.line(line) }
        if exitCode != .done { throw exitCode }
    }

    private mutating func begin(_ path: String) {
        let outcome = Outcome(path)
        if form == .table {
            if !outcomes.isEmpty { Output.line() }
            let name = [outcome.app, path].compactMap(\.self).joined(separator: "  ")
            Output.line(Terminal.stdout.paint("== \(name)", .bold))
            Output.flush()
        }
        outcomes.append(outcome)
        Self.current.withLock { [self] in $0 = self }
        Interrupts.shared.stop.setUnderWay(false)
        Output.redirect { [form] line in Self.take(line, form, of: path) }
    }

    private mutating func end(_ failure: CommandFailure?) {
        if let own = Self.current.withLock({ $0 }) { outcomes = own.outcomes }
        outcomes[outcomes.count - 1].exitCode = (failure?.status ?? .done).rawValue
    }

    /// The last lines of a call that ends now, in the middle of a project; `nil` if there is one project only.
    static func lastLines(_ failure: CommandFailure) -> [DataText]? {
        guard var several = current.withLock({ $0 }) else { return nil }
        let last = several.outcomes.count - 1
        several.outcomes[last].exitCode = failure.status.rawValue
        let document = failure.document
        if several.form == .json { several.outcomes[last].document += document?.text ?? "" }
        let line = several.form == .jsonl ? document.map { named($0, several.outcomes[last].project) } : nil
        return [line].compactMap(\.self) + several.closing
    }

    // MARK: Output

    /// A line of a project, as it goes to stdout; `nil` if it is a part of the combined document.
    private static func take(_ line: DataText, _ form: OutputForm, of path: String) -> DataText? {
        guard form == .json else { return named(line, path) }
        current.withLock { several in
            guard let last = several?.outcomes.indices.last else { return }
            several?.outcomes[last].document += line.text + "\n"
        }
        return nil
    }

    /// A line of a project's stream, with the project's name in it.
    private static func named(_ line: DataText, _ path: String) -> DataText {
        guard line.text.hasPrefix("{"), line.text != "{}" else { return line }
        return DataText(JSON.line(["project": path]).text.dropLast() + "," + line.text.dropFirst())
    }

    /// The sum of all projects.
    private var closing: [DataText] {
        let all = outcomes + paths.dropFirst(outcomes.count).map { Outcome($0) }
        let summary = Summary(exitCode: exitCode.rawValue, projects: all)
        switch form {
        case .table:
            var table = Table(["PROJECT", "APP", "RESULT"])
            for outcome in all {
                let meaning = outcome.exitCode.map { code in
                    "\(code) " + (ExitStatus(rawValue: code)?.meaning.prefix { $0 != ":" } ?? "")
                }
                table.add([outcome.project, outcome.app ?? "", meaning ?? "not started"])
            }
            return ([""] + table.lines()).map { DataText(Escape.line($0)) }
        case .json:
            let projects = all.map { outcome in
                let text = outcome.document.split(separator: "\n").joined(separator: "\n    ")
                return "    " + JSON.line(outcome).text.dropLast() + ",\"result\":" + (text.isEmpty ? "null" : text)
                    + "}"
            }
            return [
                DataText(
                    "{\n  \"exitCode\" : \(summary.exitCode),\n  \"projects\" : [\n" + projects.joined(separator: ",\n")
                        + "\n  ],\n  \"schema\" : \"\(summary.schema)\"\n}"
                )
            ]
        case .jsonl: return [JSON.line(summary)]
        }
    }

    /// The gravest code; where projects were not started, also that of what came between.
    private var exitCode: ExitStatus {
        let codes = outcomes.compactMap(\.exitCode).compactMap(ExitStatus.init(rawValue:))
        let stop = outcomes.count < paths.count ? Interrupts.shared.stop.cause.map(ExitStatus.init) : nil
        return (codes + [stop].compactMap(\.self)).max { $0.gravity < $1.gravity } ?? .done
    }
}

extension ExitStatus {
    /// How severe it is beside others: what ends everything, unexpected errors, what stopped before anything was sent, unfinished work,
    /// waiting, and 0.
    var gravity: Int {
        switch self {
        case .interrupted: 14
        case .unclassified: 13
        case .usage: 12
        case .credentials: 11
        case .findings: 10
        case .conflict: 9
        case .capacity: 8
        case .rejected: 7
        case .partial: 6
        case .network: 5
        case .locked: 4
        case .deadline: 3
        case .notYet: 2
        case .workToDo: 1
        case .done: 0
        }
    }
}
