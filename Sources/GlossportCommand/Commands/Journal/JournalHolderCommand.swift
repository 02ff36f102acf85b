import ArgumentParser
private import Foundation
import GlossportImporting

/// Says who is at work on the journal.
struct JournalHolderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "holder",
        abstract: "Show which process holds the journal.",
        discussion: """
            The kernel releases a lock when its process ends, for whatever reason, so there are no stale locks to remove. If a \
            running process holds the journal, stop that process; its requests are recorded, and the next import continues with \
            them. Deleting the lock file does not release the lock.

            EXAMPLES
              glossport journal holder
              glossport journal holder --environment production

            Exit code 11 means that another process holds it.
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions

    func run() async throws {
        let workspace = try Workspace(project, needsApp: true)
        let destination = try workspace.destination()
        let store = try workspace.store
        try await store.hold(destination, waiting: .zero, by: SystemTime.sinceNow) { _ in }.end()
        if try await store.exists() {
            let journal = try await store.open(.existing)
            defer { journal.close() }
            try await journal.requireNoHolder(at: destination)
        }
        Output.line("No process holds the journal for \(destination).")
    }
}
