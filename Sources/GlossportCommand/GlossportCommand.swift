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
        abstract: "Imports translated retention messages from vendors' files into Apple's service.",
        discussion: """
            Reads a delivery (XLIFF, CSV, Excel, OpenDocument, .strings, String Catalogs, PO, ARB, Android; also as .zip), checks \
            it, and uploads it for all locales at once. To continue an interrupted import, run `import` again: nothing is sent twice.

            Start with `glossport init`. The demo and the ten-minute tutorial need no Apple account: they use `retention-emulator` \
            instead of the service. Installed packages contain them in share/glossport/demo and share/doc/glossport/Tutorial.md.
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(
                name: "Every day",
                subcommands: [
                    InitCommand.self, BriefCommand.self, ValidateCommand.self, AcceptCommand.self, PreviewCommand.self,
                    RejectCommand.self, PlanCommand.self, ImportCommand.self, SettleCommand.self,
                ]
            ),
            CommandGroup(
                name: "Review and defaults",
                subcommands: [
                    ApproveCommand.self, PromoteCommand.self, WaitCommand.self, CoverageCommand.self,
                    DefaultsCommand.self, RealtimeCommand.self, SimulateCommand.self,
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
                    MessagesCommand.self, ImagesCommand.self, AdoptCommand.self, PruneCommand.self, JournalCommand.self,
                ]
            ),
            CommandGroup(
                name: "Formats and locales",
                subcommands: [ReadersCommand.self, PluginCommand.self, LocalesCommand.self]
            ),
        ]
    )

    static func main() async {
        // A closed pipe (`glossport read … | head`) shows as a failing write, not as a killed process.
        signal(SIGPIPE, SIG_IGN)
        let call = Invocation.current
        // Other programs ask these; no stray variable is reported to them.
        Completion.runIfRequested(call.words)
        do {
            try ProcessStart.requireProcesses()
            try call.refusePastedKeys()
            let trust = try call.trust.get()
            if let help = try HelpRequest(call) { return try show(help) }
            let completed = try EnvironmentArguments.current.get()
            if let notice = completed.notice { Output.report(notice) }
            Hints.remember(call.path + call.trustSwitches + call.typed[call.path.count...])
            let command = try command(from: completed.arguments)
            // A word that was parsed into another command than was called asks for help, and so does a group without a command.
            let called = call.command.configuration.defaultSubcommand ?? call.command
            guard type(of: command) == called, called.configuration.subcommands.isEmpty else {
                return try show(.command(call.command, name: call.name))
            }
            let several = try SeveralProjects(command, completed.arguments)
            try trust.check(command)
            Interrupts.shared.listen()
            // Parsed as a flag of the command before; it counts from here, reading included, and for all projects together.
            if let deadline = Invocation.options(["--deadline"], in: completed.arguments).last?.value {
                Interrupts.shared.arm(deadline: try DurationArgument(deadline).duration)
            }
            if several != nil { try await several?.run() } else { try await run(command) }
        } catch let error where exitCode(for: error) == .success {
            // The version or a completion script, which were asked for.
            Output.line(DataText(fullMessage(for: error)))
            Output.flush()
            CommandFailure(Output.isLost ? ExitStatus.unclassified : .done).leave()
        } catch {
            Output.flush()
            CommandFailure(error).leave()
        }
    }

    /// The command that the parser makes of arguments.
    static func command(from arguments: [String]) throws -> any ParsableCommand {
        do { return try parseAsRoot(arguments) } catch {
            throw CommandSuggestion.explain(error, in: Invocation.current) ?? error
        }
    }

    /// Runs a command, and hands out what it has printed.
    static func run(_ command: sending any ParsableCommand) async throws {
        var command = command
        if var asynchronous = command as? any AsyncParsableCommand {
            try await asynchronous.run()
        } else {
            try command.run()
        }
        try flush()
    }

    /// Hands out what is printed; an error if output that a script relies on has not arrived.
    static func flush() throws {
        Output.flush()
        if Output.isLost { throw ExitStatus.unclassified }
    }

    /// Shows help, which was asked for.
    private static func show(_ request: HelpRequest) throws {
        for line in request.lines(width: Terminal.stdout.textWidth) { Output.line(DataText(line)) }
        try flush()
    }
}
