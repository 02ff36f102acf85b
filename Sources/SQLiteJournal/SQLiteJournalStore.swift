private import Foundation
package import GlossportChecking
package import GlossportImporting
package import GlossportReading

/// A journal in a SQLite file, with a lock's file beside it.
package struct SQLiteJournalStore: JournalStore {
    private let path: String

    /// - Parameter path: The file, which need not exist.
    package init(path: String) { self.path = path }

    package var name: String { path }

    package func exists() -> Bool { FileManager.default.fileExists(atPath: path) }

    package func open(_ opening: JournalOpening) throws -> LogJournal {
        if opening == .looking, !exists() { return try Self.empty() }
        return LogJournal(try SQLiteLog(path: path, creating: opening == .creating))
    }

    /// A journal whose file is gone as soon as it is open.
    private static func empty() throws -> LogJournal {
        let name = "glossport-\(UUID().uuidString)"
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name, isDirectory: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return LogJournal(try SQLiteLog(path: folder.appendingPathComponent("journal.sqlite").path))
    }

    package func migrate() -> [String] { [] }

    package func hold(
        _ destination: Destination,
        waiting limit: Duration?,
        by time: any TimeSource,
        onWait: (GlossportError) -> Void
    ) async throws -> JournalHold {
        let lock = try await ImporterLock.acquire(
            journalPath: path,
            destination: destination,
            waiting: limit,
            time: time,
            onWait: onWait
        )
        return JournalHold { lock.close() }
    }
}
