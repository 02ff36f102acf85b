private import Foundation
import Glossport
import GlossportProject
import GlossportReading
import PostgresJournal
private import SQLiteJournal

extension JournalLocation {
    /// The store at this location; only here does the command distinguish kinds of journal.
    var store: any JournalStore {
        get throws {
            switch self {
            case .file(let path): SQLiteJournalStore(path: path)
            case .postgres(let url, let author):
                // Environment variables of the process complete the address.
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
