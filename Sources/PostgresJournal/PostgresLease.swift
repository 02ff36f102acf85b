import Glossport
import GlossportReading

/// The lease of a destination for one process among many machines: a row with the holder and the end.
///
/// It saves work and no more: what is safe rests on the numbers of events, by which a process that was passed over can't append.
struct PostgresLease: Sendable {
    /// The process, as the rows name it.
    let claim: String
    /// The time for which no other process may take it.
    let length: Duration

    private var interval: String { "\(length.nanoseconds / 1_000_000) ms" }

    /// Takes a destination, unless another process has it.
    ///
    /// - Parameters:
    ///   - destination: Its number.
    ///   - process: For people who wonder who has it.
    ///   - transaction: Where.
    /// - Returns: Whether it is taken.
    /// - Throws: ``PostgresFailure``.
    func take(_ destination: Int64, by process: ProcessIdentity, in transaction: PostgresTransaction) throws -> Bool {
        try transaction.perform(
            """
            UPDATE destination SET claim = $2, claimed_by = $3,
            lease_until = clock_timestamp() + $4::interval
            WHERE number = $1 AND (claim IS NULL OR claim = $2 OR lease_until < clock_timestamp())
            """,
            [destination, claim, "process \(process.pid) on \(process.host)", interval]
        ) == 1
    }

    /// Renews what this process has claimed.
    ///
    /// - Returns: Whether it still had it.
    func renewClaim(_ destination: Int64, in transaction: PostgresTransaction) throws -> Bool {
        try transaction.perform(
            """
            UPDATE destination SET lease_until = clock_timestamp() + $3::interval
            WHERE number = $1 AND claim = $2 AND lease_until >= clock_timestamp()
            """,
            [destination, claim, interval]
        ) == 1
    }

    /// Gives a destination back; a lease of another process is not changed.
    func release(_ destination: Int64, in transaction: PostgresTransaction) throws {
        try transaction.perform(
            """
            UPDATE destination SET claim = NULL, claimed_by = NULL, lease_until = NULL
            WHERE number = $1 AND claim = $2
            """,
            [destination, claim]
        )
    }
}
