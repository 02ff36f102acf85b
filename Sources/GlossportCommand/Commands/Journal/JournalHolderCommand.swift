import ArgumentParser
private import Foundation
import GlossportImporting

/// Says who is at work on the journal.
struct JournalHolderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "holder",
        abstract: "Say which process holds the journal; a dead one never does.",
        discussion: """
            The kernel gives a lock back when its process dies, however it dies, so there is never a stale one to remove. If a live \
            process holds it, stop that process; what it has under way is recorded, and the next import goes on with it. Deleting the lock's \
            file frees nothing: the journal itself says who is at work.

            EXAMPLES
              glossport journal holder
              glossport journal holder --environment production

            Exit code 11 says that another process holds it.
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
        Output.line("Nobody holds the journal for \(destination).")
    }
}
