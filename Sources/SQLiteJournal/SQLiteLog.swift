private import Foundation
import GRDB
package import Glossport
package import GlossportProject
import GlossportReading

/// The log in a SQLite file, which is the command's default.
///
/// Each append is one transaction that is durable when it is committed (`synchronous=FULL`). Two processes may use one
/// file for different destinations. ``ImporterLock`` keeps processes of the same destination apart; if it fails, the
/// numbers of events keep a second process from appending.
package final class SQLiteLog: JournalLog {
    /// The absolute path without symbolic links.
    package var path: String { file.path }

    private let file: JournalFile
    private let turn: WriteTurn
    let database: DatabaseQueue
    /// The read-only file that was copied; `nil` for a writable log.
    private let original: String?

    /// Opens a log, after checking that the file is an intact journal of ours in the current format.
    ///
    /// If `creating`, a missing file is created, accessible to its owner alone, with the folders above it. Otherwise a
    /// missing file is an error.
    ///
    /// - Throws: ``GlossportError`` with code `journal`.
    package convenience init(path: String, creating: Bool = true) throws {
        try self.init(path: path, creating: creating, original: nil)
    }

    private init(path: String, creating: Bool, original: String?) throws {
        self.original = original
        file = try JournalFile(path, creating: creating)
        turn = WriteTurn(journal: file.path)
        do {
            database = try Connection.open(file.path, named: original ?? file.path)
        } catch {
            throw GlossportError.journal(error, at: original ?? file.path)
        }
    }

    /// Opens a copy of a log, or an empty log without an `original`; the copy's file is removed once it is open.
    ///
    /// - Throws: ``GlossportError`` with code `journal`.
    package convenience init(copyOf original: String?) throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: "glossport-\(UUID().uuidString)").path
        defer { try? files.removeItem(atPath: folder) }
        let copy = folder + "/journal.sqlite"
        if let original {
            try JournalFile.makeFolder(of: copy)
            try JournalCopy.make(of: original, at: copy)
        }
        try self.init(path: copy, creating: true, original: original)
    }

    /// Closes the database.
    ///
    /// If no other process has it open, SQLite moves all data into its file, so that a copy of the file is complete.
    /// A killed process leaves the write-ahead log beside the file; the next opening merges it.
    package func close() { try? database.close() }

    package func concerns() -> [JournalConcern] { file.concerns }

    package func isAtWork(_ process: ProcessIdentity, at destination: Destination) -> Bool? {
        process == .current ? false : process.isAlive
    }

    // MARK: Reading

    package func destinations() async throws -> [Destination] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT app, environment, number FROM destination ORDER BY number").map { row in
                guard let environment = ServiceEnvironment(rawValue: try row.decode(atIndex: 1)) else {
                    throw GlossportError.unknownEnvironment(of: try row.decode(atIndex: 2))
                }
                return Destination(app: try row.decode(atIndex: 0), environment: environment)
            }
        }
    }

    package func events(
        of destination: Destination,
        after number: Int64,
        limit: Int
    ) async throws -> [JournalEvent] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(EventRow.columns) FROM event
                    WHERE destination = \(EventRow.destination) AND number > ? ORDER BY number LIMIT ?
                    """
            )
            let arguments: StatementArguments = [destination.app, destination.environment.rawValue, number, limit]
            let rows = try Row.fetchCursor(statement, arguments: arguments)
            var events: [JournalEvent] = []
            while let row = try rows.next() { events.append(try EventRow.event(row)) }
            return events
        }
    }

    package func defects() async throws -> [String] {
        try await read { db in
            let lines = try String.fetchAll(db, sql: "PRAGMA integrity_check")
            return lines == ["ok"] ? [] : lines
        }
    }

    // MARK: Writing

    package func append(
        _ events: [JournalEvent],
        to destination: Destination,
        after last: LogPosition
    ) async throws -> Bool {
        try await write(destination, after: last) { db, destinationNumber in
            for event in events { try EventRow.insert(event, at: destinationNumber, in: db) }
        }
    }

    package func remove(_ numbers: [Int64], of destination: Destination, after last: LogPosition) async throws -> Bool {
        try await write(destination, after: last) { db, destinationNumber in
            let statement = try db.cachedStatement(sql: "DELETE FROM event WHERE destination = ? AND number = ?")
            for number in numbers { try statement.execute(arguments: [destinationNumber, number]) }
        }
    }

    package func fill(_ logs: [Destination: [JournalEvent]]) async throws {
        try await transaction { db in
            for (destination, events) in logs {
                let destinationNumber = try EventRow.number(of: destination, in: db)
                for event in events { try EventRow.insert(event, at: destinationNumber, in: db) }
            }
        }
    }

    /// Writes in a transaction, and returns `true`, only if the log ends at `last`.
    private func write(
        _ destination: Destination,
        after last: LogPosition,
        _ body: @escaping @Sendable (Database, Int64) throws -> Void
    ) async throws -> Bool {
        try await transaction { db in
            let destinationNumber = try EventRow.number(of: destination, in: db)
            let newest = try db.cachedStatement(
                sql: "SELECT number, writer FROM event WHERE destination = ? ORDER BY number DESC LIMIT 1"
            )
            let end =
                try Row.fetchOne(newest, arguments: [destinationNumber]).map { try EventRow.position($0, 0, 1) }
                ?? .start
            guard end == last else { return false }
            try body(db, destinationNumber)
            return true
        }
    }

    private func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            database.asyncWriteWithoutTransaction { [file, turn, original] db in
                do {
                    if let original { throw GlossportError.readOnlyJournal(original) }
                    try file.requirePresence()
                    var value: Value?
                    try turn.acquire()
                    defer { turn.release() }
                    try db.inTransaction(.immediate) {
                        turn.release()
                        value = try body(db)
                        return .commit
                    }
                    guard let value else { throw GlossportError.unexpected("no answer", in: file.path) }
                    continuation.resume(returning: value)
                } catch {
                    continuation.resume(throwing: GlossportError.journal(error, at: file.path))
                }
            }
        }
    }

    /// Reads one consistent state, without a lock that affects writers of other processes.
    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            database.asyncRead { [path] result in
                do {
                    continuation.resume(returning: try body(result.get()))
                } catch {
                    continuation.resume(throwing: GlossportError.journal(error, at: path))
                }
            }
        }
    }
}
