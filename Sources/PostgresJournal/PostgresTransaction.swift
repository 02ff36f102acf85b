import GlossportChecking
import GlossportImporting

/// An open transaction: what the statements of a journal are executed in.
struct PostgresTransaction {
    let connection: PostgresConnection
    let clock: ServerClock

    func rows(_ sql: String, _ parameters: [(any PostgresParameter)?]) throws -> [PostgresRow] {
        try connection.execute([PostgresStatement(sql, parameters)])[0].rows
    }

    /// - Returns: How many rows were changed.
    @discardableResult
    func perform(_ sql: String, _ parameters: [(any PostgresParameter)?]) throws -> Int {
        try connection.execute([PostgresStatement(sql, parameters)])[0].changes
    }

    /// Executes several statements without parameters, such as those of a migration.
    func perform(script: String) throws { try connection.execute(script: script) }

    func number(_ sql: String, _ parameters: [(any PostgresParameter)?]) throws -> Int64? {
        try rows(sql, parameters).first?.numberIfAny(0)
    }

    /// The number of a row that a statement makes.
    func insertedNumber(_ sql: String, _ parameters: [(any PostgresParameter)?]) throws -> Int64 {
        guard let number = try number(sql, parameters) else {
            throw PostgresFailure.refused(state: "02000", "no number came back")
        }
        return number
    }

    func stored(_ moment: Timestamp) -> Int64 { clock.stored(moment) }

    func local(_ row: PostgresRow, _ column: Int) throws -> Timestamp { clock.local(try row.number(column)) }

    func localIfAny(_ row: PostgresRow, _ column: Int) throws -> Timestamp? {
        try row.numberIfAny(column).map(clock.local)
    }
}
