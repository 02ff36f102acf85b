import GRDB

/// A table, index or trigger with the statement that created it.
///
/// SQLite executes a file's own schema with each statement: a view in place of a table may never end, and a trigger or
/// check may do anything.
struct SchemaObject: Hashable {
    private let type, name: String
    private let sql: String?

    /// Whether a file contains the tables and indexes of ``Schema``, created by the same statements, and no other
    /// objects that run with our statements.
    ///
    /// Views are ignored: they are for people who inspect the journal, and no statement of ours uses one.
    static func areOurs(in db: Database) throws -> Bool {
        try all(in: db) == own.get()
    }

    private static let own = Result {
        try DatabaseQueue().inDatabase { db in
            try db.execute(sql: Schema.sql)
            return try all(in: db)
        }
    }

    private static func all(in db: Database) throws -> Set<SchemaObject> {
        // SQLite executes the `sql` column whatever `type` is, so check that the SQL of a view creates one. ANALYZE
        // creates the two `sqlite_stat` tables.
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT type, name, sql FROM sqlite_master
                WHERE NOT (type = 'view' AND sql LIKE 'CREATE VIEW %')
                    AND NOT (type = 'table' AND name IN ('sqlite_stat1', 'sqlite_stat4'))
                """
        )
        return Set(
            try rows.map { row in
                SchemaObject(
                    type: try row.decode(atIndex: 0),
                    name: try row.decode(atIndex: 1),
                    sql: try row.decode(atIndex: 2)
                )
            }
        )
    }
}
