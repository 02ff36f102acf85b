import GRDB
import GlossportReading

/// Opens the database and checks that it is a journal of ours: intact, up to date and durable.
enum Connection {
    /// The longest wait of a transaction for another process that writes to the file.
    static let timeout: Duration = .seconds(30)

    /// Opens an existing file; an empty file becomes a journal.
    ///
    /// `name` is the file's name in messages, which differs for a copy.
    ///
    /// - Throws: ``GlossportError`` with code `journal`; errors of SQLite.
    static func open(_ path: String, named name: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .callback(BusyWait.handler)
        configuration.label = "glossport.journal"
        let database = try DatabaseQueue(path: path, configuration: configuration)
        try database.inDatabase { db in
            // Write nothing before the file is known to be ours.
            try db.inTransaction(.deferred) {
                // Read in one transaction, because another process may be creating the file.
                try requireJournal(db, path: name)
                return .rollback
            }
            // The file's schema runs with our statements, so permit only harmless functions.
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            try makeDurable(db, path: name)
            guard try String.fetchAll(db, sql: "PRAGMA quick_check") == ["ok"] else {
                throw GlossportError.damagedJournal(name)
            }
            try makeTables(db)
        }
        return database
    }

    private static func requireJournal(_ db: Database, path: String) throws {
        let id = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        guard id == Schema.applicationID || (id == 0 && tables == 0) else { throw GlossportError.notAJournal(path) }
        guard tables > 0 else { return }
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if version > Schema.version { throw GlossportError.newerJournal(path) }
        guard version == Schema.version, try SchemaObject.areOurs(in: db) else {
            throw GlossportError.formerJournal(path)
        }
    }

    /// Creates the tables in an empty file.
    private static func makeTables(_ db: Database) throws {
        try db.inTransaction(.immediate) {
            let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
            if tables == 0 {
                try db.execute(sql: Schema.sql)
                try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
                try db.execute(sql: "PRAGMA user_version = \(Schema.version)")
            }
            return .commit
        }
    }

    /// Enables the write-ahead log; while another process creates the file, retries as long as `goesOn` returns `true`.
    ///
    /// SQLite does not wait by itself if a reading transaction becomes a writing one, as here.
    ///
    /// - Returns: The resulting mode, which is `wal` if the file system supports it.
    static func walMode(_ db: Database, waiting goesOn: () -> Bool) throws -> String? {
        while true {
            do {
                return try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && goesOn() {}
        }
    }

    /// Makes commits durable: each must survive a power cut, because the request that follows it cannot be undone.
    ///
    /// GRDB's own WAL mode (`journalMode = .wal`, and every `DatabasePool`) sets `synchronous` to NORMAL, which may
    /// lose the last commits. This method therefore enables WAL itself, then FULL, and checks the result.
    private static func makeDurable(_ db: Database, path: String) throws {
        guard try walMode(db, waiting: BusyWait().goesOn) == "wal" else {
            throw GlossportError(
                .journal,
                "The file system of \(path) can't hold a journal (no write-ahead log).",
                remedy: "Put the journal on a local disk with --journal PATH."
            )
        }
        try db.execute(sql: "PRAGMA synchronous = FULL")
        // On macOS, fsync only reaches the drive's cache; on other systems these two settings have no effect.
        try db.execute(sql: "PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1")
        let synchronous = try Int.fetchOne(db, sql: "PRAGMA synchronous")
        guard synchronous == 2 else {
            throw GlossportError.unexpected("synchronous=\(synchronous ?? -1) instead of FULL", in: path)
        }
    }
}
