import ArgumentParser
private import CLibrary
private import Foundation
import Glossport
import GlossportProject
import GlossportReading

/// The option of the commands that take several projects.
struct SeveralOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Projects at a time (1 to 64), if --project is repeated or a pattern such as 'apps/*.yaml'.",
            valueName: "number"
        )
    )
    var parallel = 4

    func validate() throws {
        guard (1...64).contains(parallel) else { throw ValidationError("--parallel takes a number from 1 to 64.") }
    }
}

/// One call for several projects: `--project a --project b`, `--project 'apps/*.yaml'`.
///
/// A failing project does not stop the others. While one waits for the service, a review or another run, another
/// project can run. A request to stop and a deadline apply to all of them.
struct SeveralProjects: Sendable {
    private let projects: [ProjectCall]
    private let form: OutputForm
    private let limiter: ProjectLimiter

    private struct Row: Encodable {
        var project: String
        var app: String?
        /// `nil` if the project was not started.
        var exitCode: Int32?

        init(_ project: ProjectCall) {
            (self.project, app, exitCode) = (project.path, project.app, project.exitCode)
        }
    }

    private struct Summary<Project: Encodable & Sendable>: Encodable {
        var schema = "glossport.projects/1"
        var exitCode: Int32
        var projects: [Project]
    }

    /// Returns `nil` unless the user names several projects, or a pattern.
    init?(_ command: any ParsableCommand) throws {
        guard let options = command.options(ProjectOptions.self) else { return nil }
        let typed = options.projects
        let named = typed.isEmpty ? [EnvironmentVariable.project.value].compactMap(\.self) : typed
        guard named.count > 1 || named.contains(where: ProjectPattern.isPattern) else { return nil }
        guard let several = command.options(SeveralOptions.self) else {
            throw GlossportError(
                .invalidOption,
                "“\(Invocation.current.name)” takes one project at a time.",
                remedy: "Run it once per project."
            )
        }
        let paths = try ProjectPattern.paths(named)
        let hasFiles = command.options(ReportOptions.self)?.reports.contains { $0.contains("=") } ?? false
        let single = [
            ("--plan", (command as? ImportCommand)?.plan != nil), ("--out", (command as? PlanCommand)?.out != nil),
            ("--probe", (command as? DoctorCommand)?.probe.probe == true), ("--report with a file", hasFiles),
        ]
        if let flag = single.first(where: \.1)?.0 {
            throw GlossportError(
                .invalidOption,
                "\(flag) takes one project; it can't be combined with several or with a pattern.",
                remedy: "Run the command once per project."
            )
        }
        let form = command.options(OutputOptions.self)?.output ?? (command as? StatusCommand)?.form ?? .table
        // `doctor` asks only with `--probe`.
        let asks = command.options(ConsentOptions.self)?.yes == false && !(command is DoctorCommand)
        // Projects that ask questions on a terminal run one after the other.
        let isLive = paths.count == 1 || (Terminal.isConversation && asks)
        let limiter = ProjectLimiter(
            atWork: isLive ? 1 : several.parallel,
            open: OpenFiles.projects(paths.count)
        )
        let environment = options.environmentOrVariable
        let aims = paths.map { ProjectPattern.Aim($0, environment: environment) }
        try ProjectPattern.requireDifferent(zip(paths, aims))
        projects = zip(paths, aims).map { path, aim in
            ProjectCall(path, app: aim?.app, form, isLive: isLive, mostOpen: limiter.mostOpen) { limiter.giveWay() }
        }
        self.limiter = limiter
        self.form = form
    }

    /// Runs all projects.
    ///
    /// - Returns: The most severe exit code.
    func run() async throws -> ExitStatus {
        Interrupts.shared.several = self
        await withTaskGroup(of: Void.self) { group in
            for project in projects {
                await limiter.acquire()
                guard Interrupts.shared.begin(project.stop) else { break }
                group.addTask { await run(project) }
            }
        }
        Interrupts.shared.several = nil
        for line in closing { Output.line(line) }
        try GlossportCommand.flush()
        return exitCode
    }

    private func run(_ project: ProjectCall) async {
        await ProjectCall.$current.withValue(project) {
            if project.isLive { Output.show(partOf: project, form) }
            let status = await status(of: project)
            project.end(with: status.rawValue)
        }
        Interrupts.shared.end(project.stop)
        if !project.isLive { Output.show(partOf: project, form) }
        limiter.release(hasGivenWay: project.hasGivenWay)
    }

    private func status(of project: ProjectCall) async -> ExitStatus {
        do {
            return await GlossportCommand.run(try GlossportCommand.parseAsRoot(Invocation.current.typed))
        } catch {
            let failure = CommandFailure(error)
            failure.report()
            return failure.status
        }
    }

    /// Ends the running projects with a failure, and returns the final lines of the call.
    func lastLines(_ failure: CommandFailure) -> [DataText] {
        var lines: [DataText] = []
        for project in projects where project.exitCode == nil && Interrupts.shared.isAtWork(project.stop) {
            project.end(with: failure.status.rawValue)
            // In JSON, each project has one document, and this project may have produced it already.
            guard form != .json || !project.hasData, let document = failure.document else { continue }
            if let line = project.take(document) { lines.append(line) }
        }
        return lines + closing
    }

    // MARK: Summary

    private var closing: [DataText] {
        let summary = Summary(exitCode: exitCode.rawValue, projects: projects.map(Row.init))
        switch form {
        case .table:
            let rows = summary.projects.map { row in
                let meaning = row.exitCode.map { code in
                    "\(code) " + (ExitStatus(rawValue: code)?.meaning.prefix { $0 != ":" } ?? "")
                }
                return [row.project, row.app ?? "", meaning ?? "not started"]
            }
            return ([""] + Table(["PROJECT", "APP", "RESULT"], rows).lines()).map { DataText(Escape.line($0)) }
        case .json:
            let results = zip(summary.projects, projects).map { Joined($0, ["result": $1.document]) }
            return [JSON.document(Summary(exitCode: summary.exitCode, projects: results))]
        case .jsonl: return [JSON.line(summary)]
        }
    }

    /// The most severe exit code, including that of an interruption or deadline that kept projects from starting.
    var exitCode: ExitStatus {
        let codes = projects.compactMap(\.exitCode).compactMap(ExitStatus.init(rawValue:))
        let stop = codes.count < projects.count ? Interrupts.shared.cause.map(ExitStatus.init) : nil
        return .gravest(of: codes + [stop].compactMap(\.self))
    }
}

/// Limits the number of projects that run at a time, and the number of projects that are open: running, or waiting for
/// the service, a review or another run.
private final class ProjectLimiter: Sendable {
    let mostAtWork: Int
    let mostOpen: Int
    private let state = Mutex((atWork: 0, open: 0))
    private let changes = AsyncStream.makeStream(of: Void.self)

    init(atWork: Int, open: Int) { (mostAtWork, mostOpen) = (atWork, open) }

    func acquire() async {
        var changes = changes.stream.makeAsyncIterator()
        while !acquireIfFree() {
            guard await changes.next() != nil else { return }
        }
    }

    private func acquireIfFree() -> Bool {
        state.withLock { state in
            guard state.atWork < mostAtWork, state.open < mostOpen else { return false }
            state.atWork += 1
            state.open += 1
            return true
        }
    }

    /// Stops counting a project as running when it starts to wait, so that another one can run.
    ///
    /// The project remains open, and is not counted again when it continues.
    func giveWay() {
        state.withLock { $0.atWork -= 1 }
        changes.continuation.yield()
    }

    func release(hasGivenWay: Bool) {
        state.withLock { state in
            if !hasGivenWay { state.atWork -= 1 }
            state.open -= 1
        }
        changes.continuation.yield()
    }
}
