import ArgumentParser
import Glossport
import GlossportProject
import GlossportReading

struct JournalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "Create, check, export, copy, compact or rebuild the journal.",
        discussion: """
            The journal is the durable record of every item and every request. It makes imports resumable and counts the spent quota. \
            `glossport status` shows which process works at it.

            EXAMPLES
              glossport journal create postgres://admin@db.example.com/glossport
              glossport journal check
              glossport journal export > journal.jsonl
              glossport journal compact --older-than 90d
              glossport journal rebuild
              glossport journal copy postgres://glossport@db.example.com/glossport
            """,
        subcommands: [
            JournalCreateCommand.self, JournalCheckCommand.self, JournalExportCommand.self, JournalCopyCommand.self,
            JournalCompactCommand.self, JournalRebuildCommand.self,
        ]
    )

    static func open(_ workspace: Workspace) async throws -> Journal { try await open(workspace.store) }

    /// Opens a journal, and throws if it does not exist.
    static func open(_ store: any JournalStore) async throws -> Journal {
        guard try await store.exists() else {
            throw GlossportError(
                .journal,
                "There is no journal at \(store.name).",
                remedy: "`glossport import` creates one; if yours was lost, `glossport journal rebuild` restores it."
            )
        }
        return try await store.open(.existing)
    }

    static func contents(of workspace: Workspace) async throws -> JournalContents {
        let journal = try await open(workspace)
        defer { journal.close() }
        return try await JournalContents(journal, of: workspace)
    }
}

extension JournalContents {
    init(_ journal: Journal, of workspace: Workspace) async throws {
        self = try await JournalContents(
            journal,
            at: workspace.destination(),
            vanishedAfter: workspace.project.vanishedAfter
        )
    }
}
