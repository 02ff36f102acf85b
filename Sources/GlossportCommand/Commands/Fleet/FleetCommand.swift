import ArgumentParser
import GlossportChecking
import GlossportImporting

/// Everything that is about many machines at once.
struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Tell many machines what to import, and follow their progress.",
        discussion: """
            Machines with `journal: postgres://…` share one journal. `glossport work` on each of them imports only what was \
            submitted here, so that an outdated checkout cannot bring old texts back.

            EXAMPLES
              glossport fleet migrate
              glossport fleet submit apps/*.yaml
              glossport fleet status
              glossport fleet pause com.example.northlight --note "Ticket 4711"
              glossport fleet resume com.example.northlight
            """,
        subcommands: [
            FleetMigrateCommand.self, FleetSubmitCommand.self, FleetStatusCommand.self, FleetPauseCommand.self,
            FleetResumeCommand.self, FleetWakeCommand.self,
        ]
    )
}

/// Makes the tables of a journal that machines share.
struct FleetMigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Create the journal in PostgreSQL, or update its schema.",
        discussion: """
            Run it once for a new database, and once after each update of glossport, with a role that may create a schema; imports \
            never do it. The schema is named glossport. It is safe to repeat, and to run from several machines at once.

            EXAMPLES
              glossport fleet migrate
              glossport fleet migrate --journal postgres://admin@db.example.com/glossport
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions

    func run() async throws {
        // A database is made before there is a project that names it.
        let named = try project.journal.map { try JournalLocation($0) }
        let journal = try named ?? Workspace(project, needsApp: false).journal
        let missing = try await journal.store.migrate()
        if case .file(let path) = journal {
            Output.line("The journal \(path) is a file, and is updated whenever it is opened.")
        } else if missing.isEmpty {
            Output.line("The journal \(journal) is up to date.")
        } else {
            for name in missing { Output.line("Migrated \(journal): \(name).") }
        }
    }
}
