private import Foundation
import Glossport
import GlossportProject
import GlossportReading
import PostgresJournal
private import SQLiteJournal

extension JournalLocation {
    /// The journal there; nothing else of the command knows what kind it is.
    var store: any JournalStore {
        get throws {
            switch self {
            case .file(let path): SQLiteJournalStore(path: path)
            case .postgres(let url, let author):
                // The process' environment completes its address.
                PostgresJournalStore(
                    try PostgresAddress(url, namedBy: author, environment: ProcessInfo.processInfo.environment)
                )
            }
        }
    }
}

extension Workspace {
    /// The project's journal.
    var store: any JournalStore {
        get throws { try journal.store }
    }
}

extension JournalDesk {
    /// The desk of this program, by the system's clock.
    init(_ journal: Journal, at destination: Destination) {
        self.init(journal, at: destination, by: SystemTime.sinceNow, version: GlossportCommand.version)
    }
}
