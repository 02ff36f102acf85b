private import GRDB
package import GlossportChecking
package import GlossportImporting
import GlossportReading

/// The journal in a SQLite file: the default of the command.
///
/// One connection writes in groups (see `GroupCommit`), so that each row is durable (`synchronous=FULL`) at a fraction
/// of a commit per row. Two processes may use one file for different destinations; ``ImporterLock`` keeps those of the
/// same destination apart. What the tables mean stands in `Schema`.
package final class SQLiteJournal: StoredJournal {
    /// Absolute and without symbolic links.
    package var path: String { file.path }

    private let file: JournalFile
    let commits: GroupCommit

    /// Opens a journal: checks that the file is a journal of ours, whole and not newer than we are, and brings it up to date.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - creating: Whether a missing file is made, readable by its owner alone, with the folders above it. If not, a
    ///     missing file is an error: `status` has nothing to say then.
    /// - Throws: A ``GlossportError`` with code `journal`.
    package convenience init(path: String, creating: Bool = true) throws {
        try self.init(path: path, creating: creating, migrations: Schema.migrations)
    }

    /// For tests of migrations.
    init(path: String, creating: Bool, migrations: [Migration]) throws {
        file = try JournalFile(path, creating: creating)
        do {
            commits = GroupCommit(try Connection.open(file.path, migrations: migrations), file: file)
        } catch {
            throw GlossportError.journal(error, at: file.path)
        }
    }

    /// Puts everything into the one file, so that a copy of it is complete; nothing may be asked of the journal afterwards.
    ///
    /// A killed process leaves the write-ahead log beside it, which the next opening takes in.
    package func close() { try? commits.database.close() }

    // MARK: A run's life

    package func beginRun(_ run: RunStart) async throws -> RunID {
        try await commits.write { db in try db.insertRun(run, on: .current) }
    }

    package func endRun(_ run: RunID, at moment: Timestamp, exitCode: Int) async throws {
        try await commits.write { db in try db.endRun(run, at: moment, exitCode: exitCode) }
    }

    package func enqueue(_ items: [Item], in run: RunID) async throws -> [ItemRecord] {
        // Coded here, so that the database doesn't wait for it.
        let contents = try Item.Content.stored(items.map(\.content))
        return try await commits.write { db in try db.enqueue(items, contents: contents, in: run) }
    }

    package func claim(_ limit: Int, in run: RunID) async throws -> [ItemRecord] {
        try await commits.write { db in try db.claimItems(limit, in: run) }.map { try $0.record() }
    }

    package func beginAttempt(_ attempt: AttemptStart, in run: RunID) async throws -> AttemptID {
        try await commits.write { db in try db.insertAttempt(attempt, in: run) }
    }

    package func finishAttempt(_ end: AttemptEnd, in run: RunID) async throws {
        try await commits.write { db in try db.endAttempt(end, in: run) }
    }

    package func settle(_ changes: [ItemChange], at moment: Timestamp, in run: RunID) async throws {
        try await commits.write { db in
            for change in changes { try db.apply(change, at: moment, in: run) }
        }
    }

    /// Makes sure that no other living process has an exclusive run at a destination.
    ///
    /// - Throws: A ``GlossportError``: `journalLocked` says who has it.
    package func requireNoHolder(at destination: Destination) async throws {
        try await commits.read { db in try db.requireNoHolder(at: destination) }
    }

    package func worker(at destination: Destination) async throws -> Worker? {
        try await commits.read { db in try db.holder(at: destination) }.map { holder in
            Worker(
                command: holder.command,
                host: holder.process.host,
                process: Int(holder.process.pid),
                since: holder.since,
                isAlive: holder.process.isAlive
            )
        }
    }

    package func concerns() async throws -> [JournalConcern] { file.concerns }

    // MARK: Questions

    package func records(of ids: [ServiceID], at destination: Destination) async throws -> [ServiceID: ItemRecord] {
        try await commits.read { db in try db.items(ids, at: destination) }.mapValues { try $0.record() }
    }

    package func allRecords(at destination: Destination) async throws -> [ItemRecord] {
        try await commits.read { db in try db.allItems(at: destination) }.map { try $0.record() }
    }

    package func budget(
        _ endpoint: Endpoint,
        at destination: Destination,
        since: Timestamp
    ) async throws -> BudgetState {
        try await commits.read { db in try db.budget(endpoint, at: destination, since: since) }
    }

    package func lastRun(of command: RunCommand, at destination: Destination) async throws -> RunRecord? {
        try await commits.read { db in try db.lastRun(of: command, at: destination) }
    }
}
