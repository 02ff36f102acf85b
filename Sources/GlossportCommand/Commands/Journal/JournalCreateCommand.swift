import ArgumentParser
import Glossport
import GlossportProject

struct JournalCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create the journal in PostgreSQL, or update its tables.",
        discussion: """
            Run it once for a new database, and once after each update of glossport, with a role that may create a schema; imports \
            never do it. The schema is named glossport. It is safe to repeat, and to run from several machines at once. Without an \
            address, it uses this project's journal.

            EXAMPLES
              glossport journal create postgres://admin@db.example.com/glossport
              glossport journal create
            """
    )

    @Argument(help: ArgumentHelp("Address of the database.", valueName: "address"))
    var address: String?

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Created: Encodable {
        var journal: String
        var migrations: [String]
    }

    func run() async throws {
        // The database may be created before a project file names it.
        let named = try (address ?? project.journalOrVariable).map {
            try JournalLocation($0)
        }
        let journal = try named ?? Workspace(project, needsApp: false).journal
        let missing = try await journal.store.migrate()
        var lines = missing.map { "Created \($0) in \(journal)." }
        if case .file(let path) = journal {
            lines = ["The journal \(path) is a file: the first import creates it."]
        } else if missing.isEmpty {
            lines = ["The journal \(journal) is up to date."]
        }
        try output.show(
            "glossport.journal-created/1",
            Created(journal: "\(journal)", migrations: missing),
            lines: lines
        )
    }
}
