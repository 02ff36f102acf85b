import ArgumentParser
private import Foundation
import Glossport
import GlossportReading

/// The command-line tool: parses arguments, calls the core, and turns results into output and an exit code.
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

            Exit codes and environment variables: `man glossport`.
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
        // A closed pipe (`glossport read … | head`) makes a write fail instead of killing the process.
        signal(SIGPIPE, SIG_IGN)
        let call = Invocation.current
        // Shells request completions on each Tab, so environment variables are not checked first.
        Completion.runIfRequested(call.words)
        do {
            try ProcessStart.requireProcesses()
            try call.refusePastedKeys()
            let trust = try call.trust.get()
            try call.refuseUnknownCommand()
            let command = try parseAsRoot(call.typed)
            // For `--help` the parser returns another command, so the variables are not checked.
            let called = call.command.configuration.defaultSubcommand ?? call.command
            if type(of: command) == called { try EnvironmentVariable.check(call.environment) }
            try trust.check(command)
            let several = try SeveralProjects(command)
            Interrupts.shared.listen()
            // The deadline counts from here: it includes the time for reading, and applies to all projects together.
            if let deadline = command.options(LimitOptions.self)?.deadline {
                Interrupts.shared.arm(deadline: deadline.duration)
            }
            let status = if let several { try await several.run() } else { await run(command) }
            if status != .done { Foundation.exit(status.rawValue) }
        } catch let error where exitCode(for: error) == .success {
            // The user requested the version, help or a completion script.
            show(error)
            CommandFailure(Output.isLost ? ExitStatus.unclassified : .done).leave()
        } catch {
            Output.flush()
            CommandFailure(error).leave()
        }
    }

    /// Runs a command, flushes its output, and reports a failure.
    static func run(_ command: sending any ParsableCommand) async -> ExitStatus {
        let call = Invocation.current
        let hints = Hints(command, path: call.path, isTrusted: call.trustSwitches.contains("--trusted"))
        // The command is not used elsewhere.
        nonisolated(unsafe) var command = command
        return await Hints.$current.withValue(hints) {
            do {
                if var asynchronous = command as? any AsyncParsableCommand {
                    try await asynchronous.run()
                } else {
                    try command.run()
                }
                try flush()
                return .done
            } catch let error where exitCode(for: error) == .success {
                show(error)
                return Output.isLost ? .unclassified : .done
            } catch {
                Output.flush()
                let failure = CommandFailure(error)
                failure.report()
                return failure.status
            }
        }
    }

    /// Flushes the output; throws if output that a script relies on was lost.
    static func flush() throws {
        Output.flush()
        if Output.isLost { throw ExitStatus.unclassified }
    }

    private static func show(_ answer: any Error) {
        Output.line(DataText(fullMessage(for: answer)))
        Output.flush()
    }
}
