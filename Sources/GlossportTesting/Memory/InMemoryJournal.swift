internal import CLibrary
package import GlossportChecking
package import GlossportImporting

/// A journal that lives as long as the process: for tests, and the shortest description of what a journal does.
package final class InMemoryJournal: Journal {
    let state = Mutex(JournalState())

    package init() {}

    package func beginRun(_ run: RunStart) async throws -> RunID {
        state.withLock { $0.beginRun(run) }
    }

    package func endRun(_ run: RunID, at moment: Timestamp, exitCode: Int) async throws {
        try state.withLock { try $0.endRun(run, at: moment, exitCode: exitCode) }
    }

    package func enqueue(_ items: [Item], in run: RunID) async throws -> [ItemRecord] {
        try state.withLock { try $0.enqueue(items, in: run) }
    }

    package func claim(_ limit: Int, in run: RunID) async throws -> [ItemRecord] {
        try state.withLock { try $0.claim(limit, in: run) }
    }

    package func beginAttempt(_ attempt: AttemptStart, in run: RunID) async throws -> AttemptID {
        try state.withLock { try $0.beginAttempt(attempt, in: run) }
    }

    package func finishAttempt(_ end: AttemptEnd, in run: RunID) async throws {
        try state.withLock { try $0.finishAttempt(end, in: run) }
    }

    package func settle(_ changes: [ItemChange], at moment: Timestamp, in run: RunID) async throws {
        try state.withLock { try $0.settle(changes, in: run) }
    }

    package func records(of ids: [ServiceID], at destination: Destination) async throws -> [ServiceID: ItemRecord] {
        state.withLock { state in
            let items = state.places[destination]?.items ?? [:]
            return Dictionary(ids.compactMap { id in items[id].map { (id, $0.record) } }) { first, _ in first }
        }
    }

    package func allRecords(at destination: Destination) async throws -> [ItemRecord] {
        let entries = state.withLock { $0.places[destination].map { Array($0.items.values) } ?? [] }
        return entries.sorted { $0.sortsBefore($1) }.map(\.record)
    }

    package func budget(
        _ endpoint: Endpoint,
        at destination: Destination,
        since: Timestamp
    ) async throws -> BudgetState {
        state.withLock { $0.budget(endpoint, at: destination, since: since) }
    }

    package func lastRun(of command: RunCommand, at destination: Destination) async throws -> RunRecord? {
        state.withLock { $0.runs.last { $0.destination == destination && $0.command == command } }
    }
}
