import ArgumentParser
private import Foundation
import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// Shows the contents of the journal, without a request.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show items, reviews, runs and failures from the journal.",
        usage: "glossport status [<options>]",
        discussion:
            "EXAMPLES\n  glossport status\n  glossport status --environment production --output json\n  glossport status -v   every item"
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Project") var several: SeveralOptions
    @OptionGroup var absence: AbsenceOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let workspace = try Workspace(project, needsApp: true)
        let destination = try workspace.destination()
        let store = try workspace.store
        guard try await store.exists() else {
            throw GlossportError(
                .journal,
                "There is no journal at \(workspace.journal) yet.",
                remedy: "`glossport import` makes one."
            )
        }
        let journal = try await store.open(.existing)
        let contents = try await absence.contents(of: journal, at: destination)
        let selection = try selection.selection(among: contents.records, of: workspace.project)
        let selected = contents.named(by: workspace.project).part(selection)
        output.show(
            StatusReport(
                selected,
                coverage: contents.coverage(of: selection, for: workspace.project),
                worker: try await journal.worker(at: destination),
                last: try await journal.lastRun(of: .import, at: destination)
            )
        )
    }
}
