import Glossport
import GlossportProject
import GlossportReading

/// An open transaction for a journal's statements.
struct PostgresTransaction {
    let connection: PostgresConnection
    let clock: ServerClock

    func rows(_ sql: String, _ parameters: [(any PostgresParameter)?]) throws -> [PostgresRow] {
        try connection.execute([PostgresStatement(sql, parameters)])[0].rows
    }

    /// Executes a statement and returns the number of changed rows.
    @discardableResult
    func perform(_ sql: String, _ parameters: [(any PostgresParameter)?]) throws -> Int {
        try connection.execute([PostgresStatement(sql, parameters)])[0].changes
    }

    /// Executes several statements without parameters, such as a migration.
    func perform(script: String) throws { try connection.execute(script: script) }

    func number(_ sql: String, _ parameters: [(any PostgresParameter)?]) throws -> Int64? {
        try rows(sql, parameters).first?.numberIfAny(0)
    }

    /// Returns the number from a statement that must return one.
    func requiredNumber(_ sql: String, _ parameters: [(any PostgresParameter)?]) throws -> Int64 {
        guard let number = try number(sql, parameters) else {
            throw PostgresFailure.refused(state: "02000", "no number came back")
        }
        return number
    }

    /// A subquery for a destination's number, by its app (`$1`) and environment (`$2`).
    static let destination = "(SELECT number FROM destination WHERE app = $1 AND environment = $2)"

    /// Returns the number of a destination, and inserts the destination if it is new.
    func number(of destination: Destination) throws -> Int64 {
        let values: [(any PostgresParameter)?] = [destination.app, destination.environment.rawValue]
        if let number = try number("SELECT \(Self.destination)", values) { return number }
        try perform("INSERT INTO destination (app, environment) VALUES ($1, $2) ON CONFLICT DO NOTHING", values)
        return try requiredNumber("SELECT \(Self.destination)", values)
    }

    /// Returns the error for a destination that another process holds.
    func heldJournal(at destination: Destination) throws -> GlossportError {
        let found = try rows(
            """
            SELECT claimed_by, ceil(extract(epoch FROM lease_until - clock_timestamp()))::bigint
            FROM destination WHERE app = $1 AND environment = $2
            """,
            [destination.app, destination.environment.rawValue]
        ).first
        let left = try found?.intIfAny(1).map { max(1, $0) } ?? 1
        return GlossportError(
            .journalLocked,
            "The journal for \(destination) is held by \(found?.textIfAny(0) ?? "another process").",
            remedy: """
                \(GlossportError.waitForIt) If it was killed, the destination is free in \(left) s.
                """
        )
    }

    func stored(_ moment: Timestamp) -> Int64 { clock.stored(moment) }

    func local(_ row: PostgresRow, _ column: Int) throws -> Timestamp { clock.local(try row.number(column)) }
}
