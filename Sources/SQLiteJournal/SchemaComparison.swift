import GRDB
import GlossportReading

/// Makes sure that the file has the tables, indexes and triggers that the migrations make, and nothing else.
///
/// A foreign trigger runs with our statements; without one of ours nothing guards the attempts.
enum SchemaComparison {
    private struct Object: Hashable {
        var type: String
        var name: String
        var table: String
        var sql: String?
    }

    /// Throws for the first object that is missing, foreign or other than ours.
    ///
    /// `migrations` are those that have been applied; `path` is for messages.
    static func require(_ migrations: [Migration], in db: Database, path: String) throws {
        let found = try objects(of: db)
        let expected = try expected(of: migrations)
        if found == expected { return }
        let differing = found.symmetricDifference(expected).sorted { ($0.type, $0.name) < ($1.type, $1.name) }
        guard let first = differing.first else { return }
        let isOurs = expected.contains { $0.name == first.name && $0.type == first.type }
        let isThere = found.contains { $0.name == first.name && $0.type == first.type }
        throw GlossportError.foreignSchema(
            "the \(first.type) “\(first.name)”",
            isOurs ? (isThere ? .changed : .missing) : .foreign,
            path
        )
    }

    private static func expected(of migrations: [Migration]) throws -> Set<Object> {
        let database = try DatabaseQueue()
        return try database.inDatabase { db in
            try db.execute(sql: Migration.table)
            for migration in migrations { try db.execute(sql: migration.sql) }
            return try objects(of: db)
        }
    }

    private static func objects(of db: Database) throws -> Set<Object> {
        // SQLite's own statistics may be there, if somebody has asked for them; they steer nothing but speed.
        let sql =
            "SELECT type, name, tbl_name, sql FROM main.sqlite_master WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'"
        return Set(
            try Row.fetchAll(db, sql: sql).map { row in
                Object(
                    type: try row.decode(atIndex: 0),
                    name: try row.decode(atIndex: 1),
                    table: try row.decode(atIndex: 2),
                    sql: try row.decode(String?.self, atIndex: 3).map(SQLText.normalized)
                )
            }
        )
    }
}
