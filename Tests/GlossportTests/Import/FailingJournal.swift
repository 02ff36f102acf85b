import Glossport
private import Synchronization

/// A journal whose disk is full after a number of attempts.
final class FailingJournal: Journal {
    private let journal: any Journal
    private let attemptsLeft: Mutex<Int>

    init(_ journal: any Journal, attemptsUntilFailure: Int) {
        self.journal = journal
        attemptsLeft = Mutex(attemptsUntilFailure)
    }

    func beginRun(_ run: RunStart) async throws -> RunID { try await journal.beginRun(run) }

    func endRun(_ run: RunID, at moment: Timestamp, exitCode: Int) async throws {
        try await journal.endRun(run, at: moment, exitCode: exitCode)
    }

    func enqueue(_ items: [Item], in run: RunID) async throws -> [ItemRecord] {
        try await journal.enqueue(items, in: run)
    }

    func claim(_ limit: Int, in run: RunID) async throws -> [ItemRecord] { try await journal.claim(limit, in: run) }

    func beginAttempt(_ attempt: AttemptStart, in run: RunID) async throws -> AttemptID {
        let left = attemptsLeft.withLock { left in
            left -= 1
            return left
        }
        guard left >= 0 else { throw GlossportError(.journal, "The disk is full.") }
        return try await journal.beginAttempt(attempt, in: run)
    }

    func finishAttempt(_ end: AttemptEnd, in run: RunID) async throws {
        try await journal.finishAttempt(end, in: run)
    }

    func settle(_ changes: [ItemChange], at moment: Timestamp, in run: RunID) async throws {
        try await journal.settle(changes, at: moment, in: run)
    }

    func records(of ids: [ServiceID], at destination: Destination) async throws -> [ServiceID: ItemRecord] {
        try await journal.records(of: ids, at: destination)
    }

    func allRecords(at destination: Destination) async throws -> [ItemRecord] {
        try await journal.allRecords(at: destination)
    }

    func budget(_ endpoint: Endpoint, at destination: Destination, since: Timestamp) async throws -> BudgetState {
        try await journal.budget(endpoint, at: destination, since: since)
    }

    func lastRun(of command: String, at destination: Destination) async throws -> RunRecord? {
        try await journal.lastRun(of: command, at: destination)
    }
}
