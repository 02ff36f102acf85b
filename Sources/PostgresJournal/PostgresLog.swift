package import Glossport
package import GlossportProject
import GlossportReading

/// The log in PostgreSQL, which several machines share.
///
/// An append is sent to the server as a whole, from BEGIN to COMMIT, and takes effect only if the log ends as expected.
/// If the answer to a commit is lost, the log itself shows on a new connection whether the events are there.
package final class PostgresLog: JournalLog {
    let link: PostgresLink
    private let lease: PostgresLease

    /// Opens the log.
    ///
    /// - Throws: ``GlossportError`` with code `journal`, also for a database that is not up to date.
    init(_ address: PostgresAddress, lease: PostgresLease) async throws {
        self.lease = lease
        link = PostgresLink(address, timeout: lease.length * 2 / 3)
        let status = try await link.read { try PostgresSchema.status(in: $0) }
        try PostgresSchema.require(status, address.name)
    }

    package func close() { link.close() }

    package func isAtWork(_ process: ProcessIdentity, at destination: Destination) async throws -> Bool? {
        // The lease names the holder, even on another machine.
        try await link.read { [lease] transaction in
            let held = try transaction.rows(
                "SELECT 1 FROM destination WHERE app = $1 AND environment = $2 AND claim <> $3 AND lease_until >= clock_timestamp()",
                [destination.app, destination.environment.rawValue, lease.claim]
            )
            return !held.isEmpty
        }
    }

    // MARK: Reading

    package func destinations() async throws -> [Destination] {
        try await link.read { transaction in
            let sql = """
                SELECT app, environment FROM destination AS d
                WHERE EXISTS (SELECT 1 FROM event WHERE destination = d.number) ORDER BY number
                """
            return try transaction.rows(sql, []).map { Destination(app: try $0.text(0), environment: try $0.word(1)) }
        }
    }

    package func events(
        of destination: Destination,
        after number: Int64,
        limit: Int
    ) async throws -> [JournalEvent] {
        try await link.read { try $0.events(of: destination, after: number, limit: limit) }
    }

    package func defects() async throws -> [String] { try await link.read { try PostgresSchema.foreignObjects($0) } }

    // MARK: Writing

    package func append(
        _ events: [JournalEvent],
        to destination: Destination,
        after last: LogPosition
    ) async throws -> Bool {
        if last == .start { _ = try await link.write { try $0.number(of: destination) } }
        let keys: [(any PostgresParameter)?] = [destination.app, destination.environment.rawValue]
        let (inserted, wasRepeated) = try await link.commit { clock in
            PostgresStatement(
                """
                INSERT INTO event (destination, \(EventRow.columns))
                SELECT \(PostgresTransaction.destination), x.* FROM \(EventRow.unnested(from: 5)) AS x
                WHERE \(PostgresTransaction.endsAtLast)
                """,
                keys + [last.number, last.writer] + EventRow.arrays(of: events, clock)
            )
        }
        if inserted > 0 { return true }
        guard wasRepeated else { return false }
        // Another process appended first, unless this very append succeeded and its answer was lost.
        let found = try await link.read {
            try $0.events(of: destination, after: last.number, limit: events.count)
        }
        return found.map(\.position) == events.map(\.position)
    }

    package func remove(_ numbers: [Int64], of destination: Destination, after last: LogPosition) async throws -> Bool {
        try await link.write { transaction in
            try transaction.perform(
                """
                DELETE FROM event WHERE destination = \(PostgresTransaction.destination) AND number = ANY($5::bigint[])
                AND \(PostgresTransaction.endsAtLast)
                """,
                [
                    destination.app, destination.environment.rawValue, last.number, last.writer, PostgresArray(numbers),
                ]
            ) > 0
        }
    }

    package func fill(_ logs: [Destination: [JournalEvent]]) async throws {
        try await link.write { transaction in
            for (destination, events) in logs {
                let number = try transaction.number(of: destination)
                for start in stride(from: 0, to: events.count, by: Self.batch) {
                    let batch = Array(events[start..<min(events.count, start + Self.batch)])
                    try transaction.perform(
                        """
                        INSERT INTO event (destination, \(EventRow.columns))
                        SELECT $1::bigint, x.* FROM \(EventRow.unnested(from: 2)) AS x ON CONFLICT DO NOTHING
                        """,
                        [number] + EventRow.arrays(of: batch, transaction.clock)
                    )
                }
            }
        }
    }

    /// The maximum number of events in one statement.
    private static let batch = 1_000
}

extension PostgresTransaction {
    /// The condition that a destination's log ends at a number (`$3`) and writer (`$4`); an empty log ends at 0.
    fileprivate static let endsAtLast = """
        coalesce((SELECT number = $3::bigint AND writer = $4::uuid FROM event WHERE destination = \(destination)
        ORDER BY number DESC LIMIT 1), $3::bigint = 0)
        """

    fileprivate func events(of destination: Destination, after number: Int64, limit: Int) throws -> [JournalEvent] {
        try rows(
            """
            SELECT \(EventRow.columns) FROM event
            WHERE destination = \(Self.destination) AND number > $3 ORDER BY number LIMIT $4
            """,
            [destination.app, destination.environment.rawValue, number, limit]
        ).map { try EventRow.event($0, clock) }
    }
}
