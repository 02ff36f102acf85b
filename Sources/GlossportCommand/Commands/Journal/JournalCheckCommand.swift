import ArgumentParser
private import Foundation
import Glossport
import GlossportProject
import GlossportReading

struct JournalCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check that the journal is undamaged and consistent.",
        discussion: """
            Reads every page and every event, and compares each item's id with its content; changes nothing. Exit code 1 means that \
            the journal is damaged or inconsistent.

            EXAMPLES
              glossport journal check
              glossport journal check --journal backup.sqlite --output json
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Result: CommandReport {
        var schema = "glossport.journal-check/1"
        var journal: String
        @Unencoded var check: JournalCheck

        func lines(verbose: Bool, on terminal: Terminal) -> [String] {
            let size = "\(Plural.of(check.items, "item")), \(Plural.of(check.attempts, "attempt"))"
            let defects =
                check.damage.map { "damaged: \($0)" }
                + check.contradictions.map {
                    "\($0.message) in \($0.locale) (\($0.destination.app), \($0.destination.environment.rawValue), \($0.id)) \($0.text)"
                }
            return defects + [
                defects.isEmpty
                    ? "\(journal) is whole: \(size), and every state follows from its attempts."
                    : "\(journal) has \(Plural.of(defects.count, "defect")) in \(size). Restore a backup, or move the journal away and run `glossport journal rebuild`."
            ]
        }
    }

    func run() async throws {
        let workspace = try Workspace(project, needsApp: true)
        let check = try await JournalCommand.open(workspace).check()
        output.show(Joined(Result(journal: workspace.journal.description, check: check), check))
        if !check.damage.isEmpty || !check.contradictions.isEmpty { throw ExitStatus.unclassified }
    }
}
