package import GlossportChecking
package import GlossportImporting
import GlossportReading

/// The log in PostgreSQL, which several machines share.
///
/// An append goes to the server in one piece, from BEGIN to COMMIT, and comes into force only where the log ends as expected. Where the answer to
/// a commit is lost, the log itself tells on a new connection whether the events are there.
package final class PostgresLog: JournalLog {
    let link: PostgresLink
    private let lease: PostgresLease

    /// - Parameters:
    ///   - address: Where the database is.
    ///   - lease: How this process holds destinations.
    /// - Throws: ``GlossportError`` with code `journal`, also for a database that is not up to date.
    init(_ address: PostgresAddress, lease: PostgresLease) async throws {
        self.lease = lease
        link = PostgresLink(address, patience: lease.length * 2 / 3)
        let standing = try await link.read { try PostgresSchema.standing($0) }
        try PostgresSchema.require(standing, address.name)
    }

    package func close() { link.close() }

    package func isAtWork(_ process: ProcessIdentity, at destination: Destination) async throws -> Bool? {
        // The lease names the holder, also if it is on another machine.
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
        after number: Int64
    ) async throws -> Bool {
        if number == 0 { _ = try await link.write { try $0.number(of: destination) } }
        let place: [(any PostgresParameter)?] = [destination.app, destination.environment.rawValue]
        let (inserted, wasLost) = try await link.commit { clock in
            PostgresStatement(
                """
                INSERT INTO event (destination, \(EventRow.columns))
                SELECT \(PostgresTransaction.destination), x.* FROM \(EventRow.unnested(from: 4)) AS x
                WHERE (SELECT coalesce(max(number), 0) FROM event WHERE destination = \(PostgresTransaction.destination)) = $3
                """,
                place + [number] + EventRow.arrays(of: events, clock)
            )
        }
        if inserted > 0 { return true }
        // Somebody else was faster, unless it was this very append, whose answer was lost.
        let (last, found) = try await link.read { transaction in
            let last = try transaction.number(
                "SELECT max(number) FROM event WHERE destination = \(PostgresTransaction.destination)",
                place
            )
            return (last ?? 0, try transaction.events(of: destination, after: number, limit: events.count))
        }
        guard last >= number else { throw GlossportError.forgetfulServer(link.address.name) }
        return wasLost && found.map(\.timeless) == events.map(\.timeless)
    }

    package func remove(_ numbers: [Int64], of destination: Destination, after number: Int64) async throws -> Bool {
        try await link.write { transaction in
            try transaction.perform(
                """
                DELETE FROM event WHERE destination = \(PostgresTransaction.destination) AND number = ANY($4::bigint[])
                AND (SELECT max(number) FROM event WHERE destination = \(PostgresTransaction.destination)) = $3
                """,
                [destination.app, destination.environment.rawValue, number, PostgresArray(numbers)]
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

    /// The number of events sent with one statement.
    private static let batch = 1_000
}

extension PostgresTransaction {
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

extension JournalEvent {
    /// Without the moments, which are rounded and seen by another clock: what else is the same is the same event.
    fileprivate var timeless: JournalEvent {
        var event = self
        event.at = Timestamp(nanoseconds: 0)
        (event.pausedUntil, event.steadyUntil) = (nil, nil)
        return event
    }
}
