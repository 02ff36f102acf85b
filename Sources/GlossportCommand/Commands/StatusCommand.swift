import ArgumentParser
private import Foundation
import Glossport
import GlossportProject
import GlossportReading

/// Shows the contents of the journal, without contacting the service.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show items, reviews, runs and failures from the journal.",
        usage: "glossport status [<options>]",
        discussion: """
            With the --journal of a database, or of a file outside a project's folder, it lists all apps of that journal.

            EXAMPLES
              glossport status
              glossport status --environment production --output json
              glossport status -v                            every item
              glossport status --journal postgres://glossport@db1/glossport
              glossport status --journal ../apps/.glossport/journal.sqlite -o openmetrics
            """
    )

    enum Form: String, ExpressibleByArgument, CaseIterable {
        case table, json, jsonl, openmetrics
    }

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Project") var several: SeveralOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup(title: "Output") var display: DisplayOptions

    @Option(name: .shortAndLong, help: "Output format; openmetrics is for all apps of a journal.")
    var output: Form = .table

    var form: OutputForm { OutputForm(rawValue: output.rawValue) ?? .table }

    func run() async throws {
        if let location = try wholeJournal { return try await showApps(of: location) }
        guard output != .openmetrics else {
            throw GlossportError(
                .invalidOption,
                "--output openmetrics is for all apps of a journal.",
                remedy: "Name the journal with --journal, and no project; a file is named from a folder without one."
            )
        }
        let workspace = try Workspace(project, needsApp: true)
        let destination = try workspace.destination()
        let journal = try await JournalCommand.open(workspace)
        let contents = try await JournalContents(journal, of: workspace)
        let selection = try selection.selection(among: contents.records, of: workspace.project)
        let selected = contents.named(by: workspace.project).part(selection)
        form.show(
            StatusReport(
                selected,
                coverage: contents.coverage(of: selection, for: workspace.project),
                holder: try await journal.holder(at: destination),
                last: try await journal.lastRun(of: .import, at: destination)
            ),
            verbose: display.verbose
        )
    }

    /// The journal in `--journal` if the command lists all its apps; `nil` if the command shows one project.
    ///
    /// All apps of a database are listed unless the user names a project; all apps of a journal file, unless a project
    /// file is named or found. `GLOSSPORT_JOURNAL` only replaces a project's journal.
    private var wholeJournal: JournalLocation? {
        get throws {
            guard let typed = project.journal, project.projects.isEmpty, EnvironmentVariable.project.value == nil
            else { return nil }
            let location = try JournalLocation(typed)
            if case .file = location, ProjectSearch.path(named: nil) != nil { return nil }
            return location
        }
    }

    private func showApps(of location: JournalLocation) async throws {
        let isPart = !(selection.locales + selection.messages).isEmpty
        guard !isPart, !display.verbose else {
            throw GlossportError(
                .invalidOption,
                "\(isPart ? "--locale and --message are" : "-v is") for one app, but this lists all apps of a journal.",
                remedy: "Name the app's project with --project."
            )
        }
        let store = try location.store
        let journal = try await JournalCommand.open(store)
        defer { journal.close() }
        let apps = try await AppState.all(
            in: journal,
            environment: project.environmentOrVariable,
            vanishedAfter: Project.standardVanishedAfter
        )
        let report = JournalStatusReport(apps, of: store.name, at: SystemTime.sinceNow.now)
        if output == .openmetrics {
            for line in report.metrics { Output.line(DataText(line)) }
        } else {
            form.show(report)
        }
        guard !report.unreadable.isEmpty else { return }
        for app in report.unreadable {
            Output.error(
                GlossportError(.journal, "\(app.destination) can't be read: \(app.error)")
            )
        }
        throw ExitStatus.unclassified
    }
}
