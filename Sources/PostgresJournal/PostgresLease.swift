import GlossportChecking
import GlossportImporting
import GlossportReading

/// What keeps a destination for one process among many machines: a row that says who has it, and until when.
///
/// It is taken with a claim, by which a process holds it while it has no run yet. The run that begins then is the fencing token: runs are
/// numbered upwards, and each transaction that writes for a run renews the lease, and is refused if another run has taken it.
struct PostgresLease: Sendable {
    /// The process, as the rows name it.
    let claim: String
    /// For how long nobody else may take it.
    let length: Duration

    private var interval: String { "\(length.nanoseconds / 1_000_000) ms" }

    /// Takes a destination, unless somebody else has it.
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
            UPDATE destination SET claim = $2, claimed_by = $3, holder = CASE WHEN claim = $2 THEN holder END,
            lease_until = clock_timestamp() + $4::interval
            WHERE number = $1 AND (claim IS NULL OR claim = $2 OR lease_until < clock_timestamp())
            """,
            [destination, claim, "process \(process.pid) on \(process.host)", interval]
        ) == 1
    }

    /// Makes a run the holder of a destination that this process has taken.
    func hold(_ destination: Int64, by run: RunID, in transaction: PostgresTransaction) throws {
        try transaction.perform("UPDATE destination SET holder = $2 WHERE number = $1", [destination, run])
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

    /// Gives a destination back; somebody else's stays theirs.
    func release(_ destination: Int64, in transaction: PostgresTransaction) throws {
        try transaction.perform(
            """
            UPDATE destination SET claim = NULL, claimed_by = NULL, holder = NULL, lease_until = NULL
            WHERE number = $1 AND claim = $2
            """,
            [destination, claim]
        )
    }

    /// Renews the leases of runs, before anything is written for them.
    ///
    /// The row stays locked until the transaction's end, so that nobody takes the destination meanwhile.
    ///
    /// - Parameter runs: All for which something is about to be written; those that never held a destination need no lease.
    /// - Returns: A statement that answers with the runs that have lost theirs.
    func renewal(of runs: Set<RunID>) -> PostgresStatement {
        PostgresStatement(
            """
            WITH holding AS (
                SELECT number, destination FROM run WHERE number = ANY($1::bigint[]) AND holds AND ended_us IS NULL
            ), renewed AS (
                UPDATE destination SET lease_until = clock_timestamp() + $2::interval FROM holding
                WHERE destination.number = holding.destination AND destination.holder = holding.number
                AND destination.lease_until >= clock_timestamp() RETURNING holder
            )
            SELECT number FROM holding WHERE number NOT IN (SELECT holder FROM renewed)
            """,
            [PostgresArray(runs), interval]
        )
    }
}
