import ArgumentParser
import Glossport
import GlossportReading

struct JournalCompactCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact",
        abstract: "Delete old attempts and runs that nothing depends on.",
        discussion: """
            Items, their states and the quota spent in the last hour are kept. The file does not shrink; its pages are reused.

            EXAMPLES
              glossport journal compact
              glossport journal compact --older-than 7d
            """
    )

    private static let usual = Age(days: 30)

    @OptionGroup(title: "Project") var project: ProjectOptions

    @Option(
        help: ArgumentHelp("Minimum age, at least 1d (default: \(Self.usual)).", valueName: "days"),
        transform: Age.init
    )
    var olderThan = Self.usual

    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Removed: Encodable {
        var attempts, runs: Int
    }

    func run() async throws {
        let journal = try await JournalCommand.open(try Workspace(project, needsApp: true))
        let now = SystemTime.sinceNow.now
        let gone = try await journal.prune(before: now - .seconds(86_400 * olderThan.days))
        try output.show(
            "glossport.journal-compact/1",
            Removed(attempts: gone.attempts, runs: gone.runs),
            lines: ["Removed \(Plural.of(gone.attempts, "attempt")) and \(Plural.of(gone.runs, "run"))."]
        )
    }
}

/// An age in whole days, such as `30d`.
struct Age: CustomStringConvertible {
    var days: Int

    init(days: Int) { self.days = days }

    /// Throws a `ValidationError` unless the argument is a number from 1 to 36,500 followed by `d`.
    init(_ argument: String) throws {
        guard argument.hasSuffix("d"), let days = Int(argument.dropLast()), (1...36_500).contains(days) else {
            throw ValidationError("Write a number of days, such as 30d.")
        }
        self.days = days
    }

    var description: String { "\(days)d" }
}
