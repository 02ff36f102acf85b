import Glossport
import GlossportReading

/// The lease that reserves a destination for one process, on any machine: a row with its holder and expiry.
///
/// It only avoids wasted work. Safety rests on the numbers of events, which keep a superseded process from appending.
struct PostgresLease: Sendable {
    /// The process's identifier in the rows.
    let claim: String
    /// The time after taking or renewing the lease during which no other process may take the destination.
    let length: Duration

    private var interval: String { "\(length.nanoseconds / 1_000_000) ms" }

    /// Takes a destination, unless another process holds a lease that has not expired.
    ///
    /// `process` is stored for the error message that names the holder.
    ///
    /// - Returns: Whether this process now holds the destination.
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

    /// Renews the lease of this process, even an expired one, unless another process has taken the destination.
    ///
    /// - Returns: Whether the lease is renewed.
    func renewClaim(_ destination: Int64, in transaction: PostgresTransaction) throws -> Bool {
        try transaction.perform(
            """
            UPDATE destination SET lease_until = clock_timestamp() + $3::interval
            WHERE number = $1 AND claim = $2
            """,
            [destination, claim, interval]
        ) == 1
    }

    /// Releases a destination; a lease of another process is not changed.
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
