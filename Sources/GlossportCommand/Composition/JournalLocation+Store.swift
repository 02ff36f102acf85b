private import Foundation
import Glossport
import GlossportProject
import GlossportReading
import PostgresJournal
private import SQLiteJournal

extension JournalLocation {
    /// The SQLite or PostgreSQL store at this location.
    var store: any JournalStore {
        get throws {
            switch self {
            case .file(let path): SQLiteJournalStore(path: path)
            case .postgres(let url, let author):
                // Environment variables supply the parts that the address omits.
                PostgresJournalStore(
                    try PostgresAddress(url, namedBy: author, environment: ProcessInfo.processInfo.environment)
                )
            }
        }
    }
}

extension Workspace {
    var store: any JournalStore {
        get throws { try journal.store }
    }
}

extension JournalAccess {
    /// Uses the system clock and this program's version.
    init(_ journal: Journal, at destination: Destination) {
        self.init(journal, at: destination, by: SystemTime.sinceNow, version: GlossportCommand.version)
    }
}
