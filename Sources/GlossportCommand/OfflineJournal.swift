private import Foundation
import Glossport
private import SQLiteJournal

/// The journal for those who only look: where there is none, an empty one in memory, so that no file is made.
enum OfflineJournal {
    static func open(_ path: String) throws -> any DefaultsJournal {
        guard FileManager.default.fileExists(atPath: path) else { return InMemoryJournal() }
        return try SQLiteJournal(path: path, creating: false)
    }
}
