import ArgumentParser
private import Foundation
import GlossportImporting
import GlossportReading

/// Everything that is about the journal itself.
struct JournalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "Create, check, export, copy, prune or rebuild the journal.",
        discussion: """
            The journal is the durable record of every item and every request. It makes imports resumable and counts the spent quota.

            EXAMPLES
              glossport journal create postgres://admin@db.example.com/glossport
              glossport journal check
              glossport journal export > journal.jsonl
              glossport journal prune --older-than 90d
              glossport journal rebuild
              glossport journal forget --message keep-annual
              glossport journal copy postgres://glossport@db.example.com/glossport
              glossport journal holder
            """,
        subcommands: [
            JournalCreateCommand.self, JournalCheckCommand.self, JournalExportCommand.self, JournalPruneCommand.self,
            JournalRebuildCommand.self,
            JournalForgetCommand.self, JournalCopyCommand.self, JournalHolderCommand.self,
        ]
    )

    /// Opens the journal of a project, which must exist.
    static func open(_ workspace: Workspace) async throws -> Journal {
        let store = try workspace.store
        guard try await store.exists() else {
            throw GlossportError(
                .journal,
                "There is no journal at \(store.name).",
                remedy: "`glossport import` creates one; if yours was lost, `glossport journal rebuild` restores it."
            )
        }
        return try await store.open(.existing)
    }
}

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
    @OptionGroup(title: "Output") var output: OutputOptions

    /// Its members in JSON.
    private struct Holder: Encodable {
        var journal: String
        var isHeld: Bool
    }

    func run() async throws {
        let workspace = try Workspace(project, needsApp: true)
        let destination = try workspace.destination()
        let store = try workspace.store
        var holder: (any Error)?
        do {
            try await store.hold(
                destination,
                waiting: .zero,
                by: SystemTime.sinceNow,
                until: Interrupts.shared.stop,
                onWait: { _ in }
            ).end()
            if try await store.exists() {
                let journal = try await store.open(.existing)
                defer { journal.close() }
                try await journal.requireNoHolder(at: destination)
            }
        } catch let error as GlossportError where error.code == .journalLocked {
            holder = error
        }
        try output.show(
            "glossport.journal-holder/1",
            at: destination,
            Holder(journal: store.name, isHeld: holder != nil),
            by: holder,
            lines: holder == nil ? ["No process holds the journal for \(destination)."] : []
        )
    }
}
