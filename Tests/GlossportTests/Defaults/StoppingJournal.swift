import Glossport
import Synchronization

/// A journal whose process dies after so many writes: what was written is there, the rest never happens.
final class StoppingJournal: DefaultsJournal {
    struct Stopped: Error {}

    private let journal: InMemoryJournal
    private let left: Mutex<Int>

    init(_ journal: InMemoryJournal, after writes: Int) {
        self.journal = journal
        left = Mutex(writes)
    }

    private func step() throws {
        try left.withLock { left in
            guard left > 0 else { throw Stopped() }
            left -= 1
        }
    }

    func beginRun(_ run: RunStart) async throws -> RunID {
        try step()
        return try await journal.beginRun(run)
    }

    func endRun(_ run: RunID, at moment: Timestamp, exitCode: Int) async throws {
        try step()
        try await journal.endRun(run, at: moment, exitCode: exitCode)
    }

    func enqueue(_ items: [Item], in run: RunID) async throws -> [ItemRecord] {
        try step()
        return try await journal.enqueue(items, in: run)
    }

    func claim(_ limit: Int, in run: RunID) async throws -> [ItemRecord] {
        try step()
        return try await journal.claim(limit, in: run)
    }

    func beginAttempt(_ attempt: AttemptStart, in run: RunID) async throws -> AttemptID {
        try step()
        return try await journal.beginAttempt(attempt, in: run)
    }

    func finishAttempt(_ end: AttemptEnd, in run: RunID) async throws {
        try step()
        try await journal.finishAttempt(end, in: run)
    }

    func settle(_ changes: [ItemChange], at moment: Timestamp, in run: RunID) async throws {
        try step()
        try await journal.settle(changes, at: moment, in: run)
    }

    func noteReviews(_ reviews: [ServiceID: ReviewState], at moment: Timestamp, in run: RunID) async throws {
        try step()
        try await journal.noteReviews(reviews, at: moment, in: run)
    }

    func desire(_ defaults: [DesiredDefault], products: [String: Set<String>], in run: RunID) async throws {
        try step()
        try await journal.desire(defaults, products: products, in: run)
    }

    func forget(_ slots: [DefaultSlot], in run: RunID) async throws {
        try step()
        try await journal.forget(slots, in: run)
    }

    func noteDeletion(of ids: [ServiceID], at moment: Timestamp?, in run: RunID) async throws {
        try step()
        try await journal.noteDeletion(of: ids, at: moment, in: run)
    }

    func noteDefault(_ slot: DefaultSlot, _ item: ServiceID?, at moment: Timestamp, in run: RunID) async throws {
        try step()
        try await journal.noteDefault(slot, item, at: moment, in: run)
    }

    func records(of ids: [ServiceID], at destination: Destination) async throws -> [ServiceID: ItemRecord] {
        try await journal.records(of: ids, at: destination)
    }

    func allRecords(at destination: Destination) async throws -> [ItemRecord] {
        try await journal.allRecords(at: destination)
    }

    func reviews(at destination: Destination) async throws -> [ServiceID: ReviewState] {
        try await journal.reviews(at: destination)
    }

    func defaults(at destination: Destination) async throws -> [DefaultRecord] {
        try await journal.defaults(at: destination)
    }

    func budget(_ endpoint: Endpoint, at destination: Destination, since: Timestamp) async throws -> BudgetState {
        try await journal.budget(endpoint, at: destination, since: since)
    }

    func lastRun(of command: String, at destination: Destination) async throws -> RunRecord? {
        try await journal.lastRun(of: command, at: destination)
    }
}
