import ArgumentParser
private import Foundation
import Glossport
import GlossportReading

/// The command: parses, calls the core, and turns what comes back into output and an exit code.
@main
struct GlossportCommand: AsyncParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "glossport",
        abstract: "Brings translations of retention messages from vendors' deliveries to Apple's service.",
        discussion: """
            A delivery (XLIFF, CSV, .strings, String Catalogs; also as .zip) is read, checked, planned and uploaded for all locales at once. \
            Running `import` again is how an interrupted run goes on: nothing is sent twice.

            Start with `glossport init`. The demo and the ten-minute tutorial need no Apple account: `retention-emulator` stands in for the service. The \
            package has them in share/glossport/demo and share/doc/glossport/Tutorial.md.
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(
                name: "Every day",
                subcommands: [
                    InitCommand.self, ValidateCommand.self, AcceptCommand.self, PreviewCommand.self, RejectCommand.self,
                    PlanCommand.self, ImportCommand.self, SettleCommand.self,
                ]
            ),
            CommandGroup(
                name: "Review and defaults",
                subcommands: [
                    ApproveCommand.self, PromoteCommand.self, WaitCommand.self, CoverageCommand.self,
                    DefaultsCommand.self, SimulateCommand.self,
                ]
            ),
            CommandGroup(
                name: "Looking",
                subcommands: [
                    StatusCommand.self, IDsCommand.self, ExplainCommand.self, ReadCommand.self, DoctorCommand.self,
                ]
            ),
            CommandGroup(
                name: "Keeping order",
                subcommands: [
                    MessagesCommand.self, ImagesCommand.self, PruneCommand.self, JournalCommand.self,
                ]
            ),
            CommandGroup(name: "Many apps", subcommands: [WorkCommand.self, FleetCommand.self]),
            CommandGroup(
                name: "Formats and locales",
                subcommands: [ReadersCommand.self, PluginCommand.self, LocalesCommand.self]
            ),
        ]
    )

    static func main() async {
        // A closed pipe (`glossport read … | head`) shows as a failing write, not as a killed process.
        signal(SIGPIPE, SIG_IGN)
        // Before anything else: a reader's process reads no environment and listens to no signals.
        ReaderProcess.enter(CommandLine.arguments)
        Completion.enter(CommandLine.arguments)
        var completed: EnvironmentArguments.Completed?
        do {
            let environment = ProcessInfo.processInfo.environment
            try KeySlip.check(Array(CommandLine.arguments.dropFirst()), environment: environment)
            let trust = try Trust.decision.get()
            let typed = trust.arguments
            try checkNames(typed)
            if typed.first == "help" { return try show(HelpRequest(Array(typed.dropFirst()))) }
            let arguments = try EnvironmentArguments.complete(typed, environment: environment)
            completed = arguments
            if let notice = arguments.notice { Output.talk(notice) }
            if let several = try SeveralProjects(typed, arguments) { ExitStatus.leave(several.run()) }
            Hints.remember(Array(CommandLine.arguments.dropFirst()))
            let chosen = called(by: typed)
            var command: any ParsableCommand
            do { command = try parseAsRoot(arguments.arguments) } catch {
                throw Misnomer.explain(error, of: chosen.command, named: chosen.name) ?? error
            }
            // What is parsed into another command than was called is a call for help, as is a group without a command.
            guard type(of: command) == chosen.command, chosen.command.configuration.subcommands.isEmpty else {
                return try show(.command(chosen.command, name: chosen.name))
            }
            try trust.enter(command, named: chosen.name)
            Interrupts.shared.listen()
            if let deadline = (command as? any LimitedCommand)?.limits.deadline {
                Interrupts.shared.arm(deadline: deadline.duration)
            }
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            Output.flush()
            // What a script relies on has not arrived.
            if Output.isLost { throw ExitStatus.unclassified }
        } catch let error where exitCode(for: error) == .success {
            // The version or a completion script, which were asked for.
            Output.line(DataText(fullMessage(for: error)))
            Output.flush()
            CommandFailure(Output.isLost ? ExitStatus.unclassified : .done).leave(calledName)
        } catch {
            Output.flush()
            CommandFailure(error, arguments: completed).leave(calledName)
        }
    }

    /// Shows help, which was asked for.
    private static func show(_ request: HelpRequest) throws {
        for line in request.lines(width: Terminal.stdout.textWidth) { Output.line(DataText(line)) }
        Output.flush()
        if Output.isLost { throw ExitStatus.unclassified }
    }

    /// The command of this process.
    static var calledName: String {
        let switches = ["--trusted", "--untrusted"]
        return name(of: CommandLine.arguments.dropFirst().filter { !switches.contains($0) })
    }

    /// The command that the first arguments call, such as `glossport defaults set`.
    static func name(of arguments: [String]) -> String { called(by: arguments).name }

    private static func called(by arguments: [String]) -> (command: any ParsableCommand.Type, name: String) {
        var words = ["glossport"]
        var command: any ParsableCommand.Type = Self.self
        for argument in arguments {
            guard let inner = command.subcommand(named: argument) else { break }
            words.append(argument)
            command = inner
        }
        return (command, words.joined(separator: " "))
    }

    /// ArgumentParser would call a misspelt command an unexpected argument.
    private static func checkNames(_ typed: [String]) throws {
        let names = typed.prefix { !$0.hasPrefix("-") }
        guard let name = names.first, name != "help" else { return }
        let chosen = called(by: typed)
        guard subcommand(named: name) != nil else {
            let known = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
            throw GlossportError(
                .invalidOption,
                "There is no command “\(name)”.",
                remedy: Advice(Misnomer.advice(for: name, among: known) ?? "`glossport --help` lists them.")
            )
        }
        // A command that only groups others takes nothing else.
        guard !chosen.command.configuration.subcommands.isEmpty else { return }
        _ = try HelpRequest(Array(names))
    }
}
