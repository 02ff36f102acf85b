package import GlossportChecking
package import GlossportImporting
import GlossportReading

/// The journal in PostgreSQL, which several machines share.
///
/// One connection writes in groups (see `PostgresCommits`). An exclusive run has its destination by a lease, and each of its transactions
/// renews that; see `PostgresLease`. What the tables mean stands in `PostgresSchema`.
package final class PostgresJournal: StoredJournal {
    let commits: PostgresCommits
    let lease: PostgresLease

    /// - Parameters:
    ///   - address: Where the database is.
    ///   - lease: How this process holds destinations.
    /// - Throws: ``GlossportError`` with code `journal`, also for a database that is not up to date.
    init(_ address: PostgresAddress, lease: PostgresLease) async throws {
        self.lease = lease
        // As long as the lease lasts for certain, although the last renewal may have been a while ago.
        commits = PostgresCommits(PostgresLink(address, patience: lease.length * 2 / 3), lease: lease)
        let standing = try await commits.read { try PostgresSchema.standing($0) }
        try PostgresSchema.require(standing, commits.name)
    }

    package func close() { commits.link.close() }

    /// Nothing is left to do: opening has compared the schema, and who may write is for the server's roles to say.
    package func verify() async throws {}

    // MARK: A run's life

    package func beginRun(_ run: RunStart) async throws -> RunID {
        try await commits.write(in: nil) { [lease] in try $0.insertRun(run, on: .current, lease) }
    }

    package func endRun(_ run: RunID, at moment: Timestamp, exitCode: Int) async throws {
        try await commits.write(in: run) { try $0.endRun(run, at: moment, exitCode: exitCode) }
    }

    package func enqueue(_ items: [Item], in run: RunID) async throws -> [ItemRecord] {
        let contents = try Item.Content.stored(items.map(\.content))
        return try await commits.write(in: run) { try $0.enqueue(items, contents: contents, in: run) }
    }

    package func claim(_ limit: Int, in run: RunID) async throws -> [ItemRecord] {
        try await commits.write(in: run) { try $0.claimItems(limit, in: run) }
    }

    package func beginAttempt(_ attempt: AttemptStart, in run: RunID) async throws -> AttemptID {
        try await commits.begin(attempt, in: run)
    }

    package func finishAttempt(_ end: AttemptEnd, in run: RunID) async throws {
        if let change = end.change, change.state == .deleted {
            throw GlossportError.notSettledByDeletion(change.item)
        }
        try await commits.end(end, in: run)
    }

    package func settle(_ changes: [ItemChange], at moment: Timestamp, in run: RunID) async throws {
        try await commits.write(in: run) { try $0.apply(changes, at: moment, in: run) }
    }

    package func requireNoHolder(at destination: Destination) async throws {
        try await commits.read { [lease] in try $0.requireNoHolder(at: destination, lease) }
    }

    package func worker(at destination: Destination) async throws -> Worker? {
        try await commits.read { try $0.worker(at: destination) }
    }

    // MARK: Questions

    package func records(of ids: [ServiceID], at destination: Destination) async throws -> [ServiceID: ItemRecord] {
        let rows = try await commits.read { transaction -> [ServiceID: ItemRow] in
            guard let number = try transaction.existingNumber(of: destination) else { return [:] }
            return try transaction.items(ids, at: number)
        }
        return try rows.mapValues { try $0.record() }
    }

    package func allRecords(at destination: Destination) async throws -> [ItemRecord] {
        try await commits.read { try $0.allRecords(at: destination) }
    }

    package func budget(
        _ endpoint: Endpoint,
        at destination: Destination,
        since: Timestamp
    ) async throws -> BudgetState {
        try await commits.read { try $0.budget(endpoint, at: destination, since: since) }
    }

    package func lastRun(of command: RunCommand, at destination: Destination) async throws -> RunRecord? {
        try await commits.read { try $0.lastRun(of: command, at: destination) }
    }
}
