/// A statement with what stands for its `$1` and so on.
struct PostgresStatement {
    var sql: String
    var parameters: [(any PostgresParameter)?]

    init(_ sql: String, _ parameters: [(any PostgresParameter)?] = []) {
        self.sql = sql
        self.parameters = parameters
    }
}

/// The result of a statement.
struct PostgresAnswer: Sendable {
    var rows: [PostgresRow]
    /// How many rows it changed, or found.
    var changes: Int
}
