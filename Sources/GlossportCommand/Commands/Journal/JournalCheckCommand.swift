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
        var items, attempts: Int
        var damage: [String]
        var contradictions: [JournalCheck.Contradiction]

        func lines(verbose: Bool, on terminal: Terminal) -> [String] {
            let size = "\(Plural.of(items, "item")), \(Plural.of(attempts, "attempt"))"
            let defects =
                damage.map { "damaged: \($0)" }
                + contradictions.map {
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
        let result = Result(
            journal: workspace.journal.description,
            items: check.items,
            attempts: check.attempts,
            damage: check.damage,
            contradictions: check.contradictions
        )
        output.show(result)
        if !result.damage.isEmpty || !result.contradictions.isEmpty { throw ExitStatus.unclassified }
    }
}
