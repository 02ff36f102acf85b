import ArgumentParser
import GlossportChecking
import GlossportImporting

/// Makes the tables of a journal that machines share.
struct FleetMigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Make the journal in PostgreSQL, or bring it up to date.",
        discussion: """
            Once for a new database, and once after each update of glossport, with a role that may make a schema there; imports never do it. The \
            schema is called glossport. It is safe to run again, and from several machines at once.

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
            Output.line("The journal \(path) brings itself up to date whenever it is opened.")
        } else if missing.isEmpty {
            Output.line("The journal \(journal) is up to date.")
        } else {
            for name in missing { Output.line("Migrated \(journal): \(name).") }
        }
    }
}
