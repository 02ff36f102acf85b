import ArgumentParser
private import Foundation
import GlossportImporting
import GlossportReading

/// Everything that is about the journal itself.
struct JournalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "Check, export, copy, prune, rebuild the journal; see its holder.",
        discussion: """
            The journal is the durable record of every item and every request: it makes an import resumable, and it is the \
            ledger of spent quota.

            EXAMPLES
              glossport journal check
              glossport journal export > journal.jsonl
              glossport journal prune --older-than 90d
              glossport journal rebuild
              glossport journal forget --message keep-annual
              glossport journal copy postgres://glossport@db.example.com/glossport
              glossport journal holder
            """,
        subcommands: [
            JournalCheckCommand.self, JournalExportCommand.self, JournalPruneCommand.self, JournalRebuildCommand.self,
            JournalForgetCommand.self, JournalCopyCommand.self, JournalHolderCommand.self,
        ]
    )

    /// Opens the journal of a project, which must exist.
    static func open(_ workspace: Workspace) async throws -> LogJournal {
        let store = try workspace.store
        guard try await store.exists() else {
            throw GlossportError(
                .journal,
                "There is no journal at \(store.name).",
                remedy: "`glossport import` makes one; if it was lost, `glossport journal rebuild` does."
            )
        }
        return try await store.open(.existing)
    }
}
