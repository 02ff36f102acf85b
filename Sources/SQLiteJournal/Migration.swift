private import Crypto
import GRDB
import GlossportChecking
import GlossportReading

/// A step of the schema, known by its name and by the SHA-256 of its SQL, comments aside.
struct Migration: Sendable {
    var name: String
    var sql: String
    /// Of the normalized SQL, as hexadecimal digits.
    var checksum: String
    /// What journals remember that were made when comments still counted.
    var formerChecksum: String?

    /// In SQL; the first thing in every journal.
    static let table = """
        -- Written at opening. An edited or unknown migration is a journal that we don't understand.
        CREATE TABLE IF NOT EXISTS migration (
            name TEXT NOT NULL PRIMARY KEY, sha256 TEXT NOT NULL, applied_at TEXT NOT NULL
        ) STRICT
        """

    init(name: String, sql: String, formerChecksum: String? = nil) {
        self.name = name
        self.sql = sql
        self.formerChecksum = formerChecksum
        checksum = SHA256.hash(data: Array(SQLText.normalized(sql).utf8)).hexadecimal
    }

    /// Brings a journal up to date, or throws if it isn't one that these migrations made.
    ///
    /// `migrations` are all that this glossport knows, oldest first; `path` is for messages.
    static func apply(_ migrations: [Migration], to db: Database, path: String) throws {
        // Nearly every opening finds everything in place and then takes no lock.
        if try isComplete(migrations, db, path) { return try SchemaComparison.require(migrations, in: db, path: path) }
        // Another process may be making the same journal: what is missing is looked up under the lock.
        try db.inTransaction(.immediate) {
            try db.execute(sql: table)
            if try isComplete(migrations, db, path) { return .commit }
            let missing = migrations.dropFirst(try applied(db).count)
            // Before our statements run into what others have put there.
            let present = migrations.count - missing.count
            if present > 0 { try SchemaComparison.require(Array(migrations.prefix(present)), in: db, path: path) }
            let sealed = try SealedTable.present(in: db)
            try SealLog.watch(db)
            for migration in missing {
                try db.execute(sql: migration.sql)
                try db.execute(
                    sql: "INSERT INTO migration (name, sha256, applied_at) VALUES (?, ?, datetime('now'))",
                    arguments: [migration.name, migration.checksum]
                )
            }
            // What is sealed for the first time is sealed as it is.
            let codes = Set(sealed.map(\.code))
            let new = try SealedTable.present(in: db).filter { !codes.contains($0.code) }
            if !sealed.isEmpty {
                try SealLog.seal(db, new: new)
            } else if !new.isEmpty {
                try SealLog.restart(db)
            }
            try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
            try db.execute(sql: "PRAGMA user_version = \(migrations.count)")
            return .commit
        }
    }

    /// The name of a migration that no glossport knows: with it, a copy that is not finished is refused by all of them.
    private static let unfinishedCopy = "unfinished-copy"

    /// Marks the journal as a copy that is not finished, or takes the mark away.
    static func setUnfinished(_ isUnfinished: Bool, in db: Database) throws {
        let sql =
            isUnfinished
            ? "INSERT INTO migration (name, sha256, applied_at) VALUES (?, '', datetime('now'))"
            : "DELETE FROM migration WHERE name = ?"
        try db.execute(sql: sql, arguments: [unfinishedCopy])
    }

    /// The names and checksums in the file, oldest first.
    private static func applied(_ db: Database) throws -> [(name: String, checksum: String)] {
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE name = 'migration'")
        guard tables == 1 else { return [] }
        return try Row.fetchAll(db, sql: "SELECT name, sha256 FROM migration ORDER BY rowid").map { row in
            (try row.decode(String.self, atIndex: 0), try row.decode(String.self, atIndex: 1))
        }
    }

    /// Throws unless the file's migrations are the first of ours; true if it has all of ours.
    private static func isComplete(_ migrations: [Migration], _ db: Database, _ path: String) throws -> Bool {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard version <= migrations.count else { throw GlossportError.newerJournal(path) }
        let applied = try applied(db)
        guard !applied.contains(where: { $0.name == unfinishedCopy }) else { throw GlossportError.unfinishedCopy(path) }
        guard applied.count <= migrations.count else { throw GlossportError.newerJournal(path) }
        for (known, found) in zip(migrations, applied) {
            guard known.name == found.name else { throw GlossportError.newerJournal(path) }
            guard [known.checksum, known.formerChecksum].contains(found.checksum) else {
                throw GlossportError.editedMigration(known.name, path)
            }
        }
        return applied.count == migrations.count
    }
}
