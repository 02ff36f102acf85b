/// A statement with the values of its parameters `$1`, `$2` and so on.
struct PostgresStatement {
    var sql: String
    var parameters: [(any PostgresParameter)?]

    init(_ sql: String, _ parameters: [(any PostgresParameter)?] = []) {
        self.sql = sql
        self.parameters = parameters
    }
}

struct PostgresAnswer: Sendable {
    var rows: [PostgresRow]
    /// The number of rows that the statement changed or found.
    var changes: Int
}
