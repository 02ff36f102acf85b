private import Crypto
import GRDB
import Glossport

/// A step of the schema, known by its name and by the SHA-256 of its SQL.
struct Migration: Sendable {
    var name: String
    var sql: String
    /// Of the SQL, as hexadecimal digits.
    var checksum: String

    init(name: String, sql: String) {
        self.name = name
        self.sql = sql
        checksum = SHA256.hash(data: Array(sql.utf8)).hexadecimal
    }

    /// Brings a journal up to date, or throws if it isn't one that these migrations made.
    ///
    /// `migrations` are all that this glossport knows, oldest first; `path` is for messages.
    static func apply(_ migrations: [Migration], to db: Database, path: String) throws {
        // Nearly every opening finds everything in place and then takes no lock.
        if try isComplete(migrations, db, path) { return }
        // Another process may be making the same journal: what is missing is looked up under the lock.
        try db.inTransaction(.immediate) {
            try db.execute(
                sql: """
                    -- Written at opening. An edited or unknown migration is a journal that we don't understand.
                    CREATE TABLE IF NOT EXISTS migration (
                        name TEXT NOT NULL PRIMARY KEY, sha256 TEXT NOT NULL, applied_at TEXT NOT NULL
                    ) STRICT
                    """
            )
            if try isComplete(migrations, db, path) { return .commit }
            for migration in migrations.dropFirst(try applied(db).count) {
                try db.execute(sql: migration.sql)
                try db.execute(
                    sql: "INSERT INTO migration (name, sha256, applied_at) VALUES (?, ?, datetime('now'))",
                    arguments: [migration.name, migration.checksum]
                )
            }
            try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
            try db.execute(sql: "PRAGMA user_version = \(migrations.count)")
            return .commit
        }
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
        guard applied.count <= migrations.count else { throw GlossportError.newerJournal(path) }
        for (known, found) in zip(migrations, applied) {
            guard known.name == found.name else { throw GlossportError.newerJournal(path) }
            guard known.checksum == found.checksum else { throw GlossportError.editedMigration(known.name, path) }
        }
        return applied.count == migrations.count
    }
}
