import ArgumentParser
private import Foundation
import Glossport
import GlossportChecking
import GlossportReading

/// A command that can be run for one project after the other.
protocol ProjectwiseCommand: ParsableCommand {
    var output: OutputOptions { get }
}

extension ValidateCommand: ProjectwiseCommand {}
extension PlanCommand: ProjectwiseCommand {}
extension ImportCommand: ProjectwiseCommand {}
extension SettleCommand: ProjectwiseCommand {}
extension WaitCommand: ProjectwiseCommand {}
extension StatusCommand: ProjectwiseCommand {}
extension CoverageCommand: ProjectwiseCommand {}

/// One call for several projects: `--project a --project b`.
///
/// The command runs itself once for each, one after the other: each run has its own journal, lock and memory, as if it were called by hand, and nothing of
/// one project gets into another's.
struct SeveralProjects {
    /// The project files, in the order in which they were named.
    let paths: [String]
    /// What was typed, without the projects and the deadline.
    private let arguments: [String]
    private let form: OutputForm
    /// When nothing more may be done.
    private let end: ContinuousClock.Instant?

    /// What became of a project; also a row of the combined result.
    private struct Outcome: Encodable {
        var project: String
        var app: String?
        /// `nil` if it was not started.
        var exitCode: Int32?
    }

    private struct Summary: Encodable {
        var schema = "glossport.projects/1"
        var exitCode: Int32
        var projects: [Outcome]
    }

    /// Gives `nil` unless several projects are named.
    ///
    /// - Parameters:
    ///   - typed: What was typed, without the switches about trust.
    ///   - completed: The same with what comes from the environment.
    /// - Throws: ``GlossportError`` for a command or a flag that is for one project only; what ArgumentParser throws.
    init?(_ typed: [String], _ completed: EnvironmentArguments.Completed) throws {
        let named = Self.values(of: "--project", in: typed)
        guard named.count > 1 else { return nil }
        let command = try GlossportCommand.parseAsRoot(completed.arguments)
        guard let projectwise = command as? any ProjectwiseCommand else {
            throw GlossportError(
                .invalidOption,
                "“\(GlossportCommand.name(of: typed))” is for one project at a time.",
                remedy: "Call it once for each."
            )
        }
        let all = completed.arguments
        let files = Self.values(of: "--report", in: all).filter { $0.contains("=") }
        let single = ["--app", "--plan", "--out"].filter { !Self.values(of: $0, in: all).isEmpty }
        if let flag = single.first ?? (files.isEmpty ? nil : "--report with a file") {
            throw GlossportError(
                .invalidOption,
                "\(flag) is for one project, and \(named.count) are named.",
                remedy: "Call the command once for each."
            )
        }
        paths = named.map { ProjectSearch.path(named: $0) ?? $0 }
        let twice = Dictionary(grouping: paths) { URL(filePath: $0).resolvingSymlinksInPath().path }.values
        if let path = twice.first(where: { $0.count > 1 })?.first {
            throw GlossportError(.invalidOption, "The project \(path) is named twice.", remedy: "Name it once.")
        }
        form = projectwise.output.output
        let deadline = (command as? any LimitedCommand)?.limits.deadline?.duration
        end = deadline.map { ContinuousClock.now + $0 }
        arguments = Self.without(["--project", "--deadline"], in: typed)
    }

    /// Runs all of them.
    ///
    /// - Returns: The gravest of their exit codes.
    func run() -> Int32 {
        let signals = PassedOnSignals()
        var outcomes: [Outcome] = []
        var results: [[UInt8]] = []
        for path in paths {
            let app = (try? ProjectText.text(of: path)).flatMap { ProjectFile.app(in: $0, path: path) }
            var outcome = Outcome(project: path, app: app)
            var output: [UInt8] = []
            if !signals.haveCome, !isLate {
                if form == .table { showHeading(of: outcome, isFirst: outcomes.isEmpty) }
                (outcome.exitCode, output) = perform(path, signals)
            }
            outcomes.append(outcome)
            results.append(output)
        }
        var codes = outcomes.compactMap(\.exitCode)
        if signals.haveCome { codes.append(ExitStatus.interrupted.rawValue) }
        if outcomes.contains(where: { $0.exitCode == nil }), !signals.haveCome {
            codes.append(ExitStatus.deadline.rawValue)
        }
        let code = codes.min { Self.gravity($0) < Self.gravity($1) } ?? 0
        tell(Summary(exitCode: code, projects: outcomes), results)
        return code
    }

    private var isLate: Bool { end.map { ContinuousClock.now >= $0 } ?? false }

    private func perform(_ path: String, _ signals: PassedOnSignals) -> (Int32, [UInt8]) {
        var added = ["--project=\(path)"]
        if let end {
            let left = (end - ContinuousClock.now).components.seconds
            added.append("--deadline=\(max(1, left))s")
        }
        let trust = CommandLine.arguments.filter { ["--trusted", "--untrusted"].contains($0) }
        let run = OwnProcess(arguments.prefix(1) + added + trust + arguments.dropFirst(), keepsOutput: form != .table)
        guard let run else {
            Output.error(GlossportError(.unreadableInput, "The command can't start itself once more."))
            return (ExitStatus.unclassified.rawValue, [])
        }
        signals.pass(to: run)
        if form == .jsonl { run.readLines { Output.line(DataText(Self.named($0, path))) } }
        let result = form == .json ? run.readAll() : []
        run.wait()
        signals.release()
        return (run.end(), result)
    }

    // MARK: Output

    private func showHeading(of outcome: Outcome, isFirst: Bool) {
        if !isFirst { Output.line() }
        let name = [outcome.app, outcome.project].compactMap(\.self).joined(separator: "  ")
        Output.line(Terminal.stdout.paint("== \(name)", .bold))
        Output.flush()
    }

    private func tell(_ summary: Summary, _ results: [[UInt8]]) {
        switch form {
        case .table:
            var table = Table(["PROJECT", "APP", "RESULT"])
            for outcome in summary.projects {
                let meaning = outcome.exitCode.map { code in
                    "\(code) " + (ExitStatus(rawValue: code)?.meaning.prefix { $0 != ":" } ?? "")
                }
                table.add([outcome.project, outcome.app ?? "", meaning ?? "not started"])
            }
            Output.line()
            for line in table.lines() { Output.line(line) }
        case .json:
            let projects = zip(summary.projects, results).map { outcome, result in
                let own = JSON.line(outcome).text
                let text = String(decoding: result, as: UTF8.self).split(separator: "\n").joined(separator: "\n    ")
                return "    " + own.dropLast() + ",\"result\":" + (text.isEmpty ? "null" : text) + "}"
            }
            Output.line(
                DataText(
                    "{\n  \"exitCode\" : \(summary.exitCode),\n  \"projects\" : [\n" + projects.joined(separator: ",\n")
                        + "\n  ],\n  \"schema\" : \"\(summary.schema)\"\n}"
                )
            )
        case .jsonl: Output.line(JSON.line(summary))
        }
        Output.flush()
    }

    /// A line of a project's stream, with the project's name in it.
    private static func named(_ line: String, _ path: String) -> String {
        guard line.hasPrefix("{"), line != "{}" else { return line }
        let name = JSON.line(["project": path]).text
        return name.dropLast() + "," + line.dropFirst()
    }

    /// The order of exit codes, the gravest first: what ends everything, what nobody expects, what stopped before anything was sent, what is left undone,
    /// and what time will tell.
    private static let order: [ExitStatus] = [
        .interrupted, .unclassified, .usage, .credentials, .findings, .conflict, .capacity, .rejected, .partial,
        .locked, .deadline, .notYet, .workToDo,
    ]

    private static func gravity(_ code: Int32) -> Int {
        if code == ExitStatus.done.rawValue { return .max }
        return order.firstIndex { $0.rawValue == code } ?? order.count
    }

    // MARK: Arguments

    /// The values of an option that may stand there several times.
    private static func values(of flag: String, in arguments: [String]) -> [String] {
        let own = Array(arguments.prefix { $0 != "--" })
        return own.indices.compactMap { index in
            if own[index].hasPrefix(flag + "=") { return String(own[index].dropFirst(flag.count + 1)) }
            return own[index] == flag && index + 1 < own.count ? own[index + 1] : nil
        }
    }

    /// The arguments without some options and their values.
    private static func without(_ flags: [String], in arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var kept: [String] = []
        var index = arguments.startIndex
        while index < end {
            let argument = arguments[index]
            if flags.contains(argument) {
                index += 1
            } else if !flags.contains(where: { argument.hasPrefix($0 + "=") }) {
                kept.append(argument)
            }
            index += 1
        }
        return kept + arguments[end...]
    }
}
