import ArgumentParser
private import Foundation
import GlossportReading

/// The command: parses, calls the core, and turns what comes back into output and an exit code.
@main
struct GlossportCommand: AsyncParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "glossport",
        abstract: "Brings translations of retention messages from vendors' deliveries to Apple's service.",
        discussion: """
            A delivery is read (XLIFF, CSV, .strings, String Catalogs; also .zip), checked, planned and uploaded for all locales at once. Running \
            `import` again is how an interrupted run goes on: nothing is sent twice.

            EXAMPLES
              glossport init                    write a commented glossport.yaml
              glossport validate                check every delivery of the project
              glossport validate vendor.xliff   check one file
              glossport preview                 a page that shows every message
              glossport reject --out to-vendor  what goes back to the vendor
              glossport plan                    what would be uploaded, and how long
              glossport import                  upload it; run it again at any time
              glossport status                  what the journal knows
              glossport doctor                  check key, clock, access and quota

            Every flag can also be given as an environment variable: --min-state is GLOSSPORT_MIN_STATE. A flag beats \
            the variable, and the variable beats the project file.

            \(Trust.helpText)

            EXIT CODES
            \(ExitStatus.helpText)
            """,
        version: version,
        subcommands: [
            InitCommand.self, ReadCommand.self, ValidateCommand.self, PreviewCommand.self, RejectCommand.self,
            ApproveCommand.self, PlanCommand.self,
            ImportCommand.self, PromoteCommand.self,
            SettleCommand.self, WaitCommand.self, CoverageCommand.self, DefaultsCommand.self, SimulateCommand.self,
            IDsCommand.self, ExplainCommand.self, PruneCommand.self, MessagesCommand.self, ImagesCommand.self,
            StatusCommand.self, JournalCommand.self, DoctorCommand.self, ReadersCommand.self, PluginCommand.self,
            LocalesCommand.self,
        ]
    )

    static func main() async {
        // A closed pipe (`glossport read … | head`) shows as a failing write, not as a killed process.
        signal(SIGPIPE, SIG_IGN)
        // Before anything else: a reader's process reads no environment and listens to no signals.
        ReaderProcess.enter(CommandLine.arguments)
        var completed: EnvironmentArguments.Completed?
        do {
            let environment = ProcessInfo.processInfo.environment
            try KeySlip.check(Array(CommandLine.arguments.dropFirst()), environment: environment)
            let trust = try Trust.decision.get()
            let typed = trust.arguments
            try checkName(typed.first)
            let arguments = try EnvironmentArguments.complete(typed, environment: environment)
            completed = arguments
            Hints.remember(Array(CommandLine.arguments.dropFirst()))
            var command = try parseAsRoot(arguments.arguments)
            try trust.enter(command, named: name(of: typed))
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
            // Help or the version, which were asked for.
            Output.line(DataText(fullMessage(for: error)))
            Output.flush()
            ExitStatus.leave(with: Output.isLost ? ExitStatus.unclassified : .done, arguments: completed)
        } catch {
            ExitStatus.leave(with: error, arguments: completed)
        }
    }

    /// The command that the first arguments call, such as `glossport defaults set`.
    static func name(of arguments: [String]) -> String {
        var words = ["glossport"]
        var command: any ParsableCommand.Type = Self.self
        for argument in arguments {
            guard
                let inner = command.configuration.subcommands.first(where: { $0.configuration.commandName == argument })
            else { break }
            words.append(argument)
            command = inner
        }
        return words.joined(separator: " ")
    }

    /// ArgumentParser would call a misspelt command an unexpected argument.
    private static func checkName(_ name: String?) throws {
        guard let name, !name.hasPrefix("-") else { return }
        let known = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard !known.contains(name) else { return }
        let nearest = Spelling.nearest(to: name, among: known)
        throw GlossportError(
            .invalidOption,
            "There is no command “\(name)”.",
            remedy: nearest.isEmpty
                ? "`glossport --help` lists them." : "Did you mean \(nearest.joined(separator: " or "))?"
        )
    }
}
