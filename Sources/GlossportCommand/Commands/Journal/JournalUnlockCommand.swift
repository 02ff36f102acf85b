import ArgumentParser
import Glossport
private import SQLiteJournal

/// Says who holds the journal.
struct JournalUnlockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Say who holds the journal; a dead process never does.",
        discussion: """
            The kernel gives a lock back when its process dies, however it dies, so there is never a stale one to remove. If a live \
            process holds it, stop that process; what it has under way is recorded, and the next import goes on with it.

            EXAMPLES
              glossport journal unlock
              glossport journal unlock --environment production

            Exit code 11 says that another process holds it.
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions

    func run() throws {
        let workspace = try Workspace(project, needsApp: true)
        let destination = try workspace.destination()
        let now = SystemTime.sinceNow.now
        try ImporterLock.acquire(journalPath: workspace.journal, destination: destination, at: now).close()
        Output.line("Nobody holds the journal for \(destination).")
        Output.flush()
    }
}
