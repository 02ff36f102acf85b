private import Foundation
package import Glossport
package import GlossportProject

/// A journal in a SQLite file, with a lock file beside it.
package struct SQLiteJournalStore: JournalStore {
    private let path: String

    /// - Parameter path: The file, which need not exist.
    package init(path: String) { self.path = path }

    package var name: String { path }

    package func exists() -> Bool { FileManager.default.fileExists(atPath: path) }

    package func open(_ opening: JournalOpening) throws -> Journal {
        if opening == .readOnly, !exists() { return Journal(try SQLiteLog(copyOf: nil), writer: UUID()) }
        let places = [path, URL(fileURLWithPath: path).deletingLastPathComponent().path]
        if opening != .creating, exists(), !places.allSatisfy(FileManager.default.isWritableFile) {
            return Journal(try SQLiteLog(copyOf: path), writer: UUID())
        }
        return Journal(try SQLiteLog(path: path, creating: opening == .creating), writer: UUID())
    }

    package func migrate() -> [String] { [] }

    package func hold(_ destination: Destination, at moment: Timestamp) throws -> JournalHold {
        let lock = try ImporterLock.acquire(journalPath: path, destination: destination, at: moment)
        return JournalHold { lock.close() }
    }
}
