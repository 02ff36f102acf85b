import ArgumentParser
private import CLibrary
private import Foundation
import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// A command that can run for several projects.
protocol ProjectwiseCommand: ParsableCommand {
    /// How results are written to stdout.
    var form: OutputForm { get }
    var several: SeveralOptions { get }
    /// Whether a person has answered in advance what it would ask; also where it asks nothing.
    var isAnswered: Bool { get }
}

extension ProjectwiseCommand { var isAnswered: Bool { true } }

extension ValidateCommand: ProjectwiseCommand { var form: OutputForm { output.output } }
extension PlanCommand: ProjectwiseCommand { var form: OutputForm { output.output } }
extension ImportCommand: ProjectwiseCommand {
    var output: OutputOptions { importing.output }
    var form: OutputForm { output.output }
    var isAnswered: Bool { importing.consent.yes }
}
extension SettleCommand: ProjectwiseCommand {
    var form: OutputForm { settling.output.output }
    var several: SeveralOptions { settling.several }
    var isAnswered: Bool { settling.consent.yes }
}
extension WaitCommand: ProjectwiseCommand {
    var form: OutputForm { settling.output.output }
    var several: SeveralOptions { settling.several }
    var isAnswered: Bool { settling.consent.yes }
}
extension StatusCommand: ProjectwiseCommand {}
extension CoverageCommand: ProjectwiseCommand { var form: OutputForm { output.output } }
extension DoctorCommand: ProjectwiseCommand { var form: OutputForm { output.output } }

/// How a command runs for several projects.
struct SeveralOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Projects at a time, where several are named (1 to 64).", valueName: "number"))
    var parallel = 4

    func validate() throws {
        guard (1...64).contains(parallel) else { throw ValidationError("--parallel takes a number from 1 to 64.") }
    }
}

/// One call for several projects: `--project a --project b`, `--project 'apps/*.yaml'`.
///
/// A project that fails stops no other one. While one waits for the service or a review, another has its turn. A request to stop and a deadline
/// are for all of them together.
struct SeveralProjects: Sendable {
    /// The projects of the call that is under way, for what ends the process at once.
    private static let current = Mutex<SeveralProjects?>(nil)

    private let projects: [ProjectCall]
    /// The arguments without the projects and the deadline.
    private let arguments: [String]
    private let form: OutputForm
    private let width: Int
    private let turns: AsyncStream<Void>

    /// A row of the combined result.
    private struct Row: Encodable {
        var project: String
        var app: String?
        /// `nil` if it was not started.
        var exitCode: Int32?

        init(_ project: ProjectCall) {
            (self.project, app, exitCode) = (project.path, project.app, project.exitCode)
        }
    }

    private struct Summary: Encodable {
        var schema = "glossport.projects/1"
        var exitCode: Int32
        var projects: [Row]
    }

    /// Gives `nil` unless several projects are named.
    init?(_ command: any ParsableCommand, _ arguments: [String]) throws {
        func values(_ flag: String) -> [String] { Invocation.options([flag], in: arguments).compactMap(\.value) }
        let named = values("--project")
        guard named.count > 1 || named.contains(where: ProjectPattern.isPattern) else { return nil }
        guard let projectwise = command as? any ProjectwiseCommand else {
            throw GlossportError(
                .invalidOption,
                "“\(Invocation.current.name)” takes one project at a time.",
                remedy: "Run it once per project."
            )
        }
        let paths = try ProjectPattern.paths(named)
        let single = ["--app", "--plan", "--out"].filter { !values($0).isEmpty }
        let hasFiles = values("--report").contains { $0.contains("=") }
        if let flag = single.first ?? (hasFiles ? "--report with a file" : nil) {
            throw GlossportError(
                .invalidOption,
                "\(flag) takes one project, but \(paths.count) are named.",
                remedy: "Run the command once per project."
            )
        }
        let form = projectwise.form
        // Questions on a terminal are asked one after the other.
        let asks = Terminal.isConversation && !projectwise.isAnswered
        width = asks ? 1 : min(projectwise.several.parallel, paths.count)
        let (turns, turn) = AsyncStream.makeStream(of: Void.self)
        self.turns = turns
        let isLive = width == 1
        let destinations = paths.map { ProjectPattern.destination(of: $0, in: values("--environment").last) }
        try ProjectPattern.requireDifferent(zip(paths, destinations))
        projects = zip(paths, destinations).map { path, destination in
            ProjectCall(path, app: destination?.app, form, isLive: isLive) { turn.yield() }
        }
        self.form = form
        var rest = arguments
        for option in Invocation.options(["--project", "--deadline"], in: arguments).reversed() {
            rest.removeSubrange(option.place)
        }
        self.arguments = rest
    }

    /// Runs all of them.
    func run() async throws {
        Self.current.withLock { $0 = self }
        await withTaskGroup(of: Void.self) { group in
            var turns = turns.makeAsyncIterator()
            for (index, project) in projects.enumerated() {
                if index >= width { _ = await turns.next() }
                guard Interrupts.shared.begin(project.stop) else { break }
                group.addTask { await run(project) }
            }
        }
        Self.current.withLock { $0 = nil }
        for line in closing { Output.line(line) }
        try GlossportCommand.flush()
        if exitCode != .done { throw exitCode }
    }

    private func run(_ project: ProjectCall) async {
        await ProjectCall.$current.withValue(project) {
            if project.isLive { Output.show(headingOf: project, form) }
            var failure: CommandFailure?
            do {
                let call = Invocation.current
                var words = arguments
                words.insert("--project=\(project.path)", at: call.path.count)
                Hints.remember(call.path + call.trustSwitches + words[call.path.count...])
                try await GlossportCommand.run(GlossportCommand.command(from: words))
            } catch {
                failure = CommandFailure(error)
            }
            failure?.report()
            project.end(with: (failure?.status ?? .done).rawValue)
        }
        Interrupts.shared.end(project.stop)
        if !project.isLive { Output.show(blockOf: project, form) }
        project.giveWay()
    }

    /// The last lines of a call that ends now, while projects are under way; `nil` if there is one project only.
    static func lastLines(_ failure: CommandFailure) -> [DataText]? {
        guard let several = current.withLock({ $0 }) else { return nil }
        var lines: [DataText] = []
        for project in several.projects where project.exitCode == nil && Interrupts.shared.isAtWork(project.stop) {
            project.end(with: failure.status.rawValue)
            guard let document = failure.document else { continue }
            if let line = project.take(document) { lines.append(line) }
        }
        return lines + several.closing
    }

    // MARK: The sum of all projects

    private var closing: [DataText] {
        let summary = Summary(exitCode: exitCode.rawValue, projects: projects.map(Row.init))
        switch form {
        case .table:
            var table = Table(["PROJECT", "APP", "RESULT"])
            for row in summary.projects {
                let meaning = row.exitCode.map { code in
                    "\(code) " + (ExitStatus(rawValue: code)?.meaning.prefix { $0 != ":" } ?? "")
                }
                table.add([row.project, row.app ?? "", meaning ?? "not started"])
            }
            return ([""] + table.lines()).map { DataText(Escape.line($0)) }
        case .json:
            let rows = projects.map { project in
                let text = project.document.split(separator: "\n").joined(separator: "\n    ")
                return "    " + JSON.line(Row(project)).text.dropLast() + ",\"result\":"
                    + (text.isEmpty ? "null" : text)
                    + "}"
            }
            return [
                DataText(
                    "{\n  \"exitCode\" : \(summary.exitCode),\n  \"projects\" : [\n" + rows.joined(separator: ",\n")
                        + "\n  ],\n  \"schema\" : \"\(summary.schema)\"\n}"
                )
            ]
        case .jsonl: return [JSON.line(summary)]
        }
    }

    /// The gravest code; where projects were not started, also that of what came between.
    private var exitCode: ExitStatus {
        let codes = projects.compactMap(\.exitCode).compactMap(ExitStatus.init(rawValue:))
        let stop = codes.count < projects.count ? Interrupts.shared.cause.map(ExitStatus.init) : nil
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
