import CLibrary
import GlossportChecking
import GlossportImporting
import GlossportReading
import GlossportTesting

/// A log that counts appends, takes a while for each, and fails where it is told to.
final class CountingLog: JournalLog {
    private let log = MemoryLog()
    private let state = Mutex((appends: 0, failure: GlossportError?.none))

    var appends: Int { state.withLock { $0.appends } }

    func fails(next failure: GlossportError) { state.withLock { $0.failure = failure } }

    func append(_ events: [JournalEvent], to destination: Destination, after number: Int64) async throws -> Bool {
        let failure = state.withLock { state in
            state.appends += 1
            return state.failure.take()
        }
        if let failure { throw failure }
        // As long as others need to get in line.
        for _ in 0..<50 { await Task.yield() }
        return try await log.append(events, to: destination, after: number)
    }

    func destinations() async throws -> [Destination] { try await log.destinations() }

    func events(of destination: Destination, after number: Int64, limit: Int) async throws -> [JournalEvent] {
        try await log.events(of: destination, after: number, limit: limit)
    }

    func remove(_ numbers: [Int64], of destination: Destination, after number: Int64) async throws -> Bool {
        try await log.remove(numbers, of: destination, after: number)
    }

    func fill(_ logs: [Destination: [JournalEvent]]) async throws { try await log.fill(logs) }
    func isAtWork(_ process: ProcessIdentity, at destination: Destination) async throws -> Bool? { false }
    func concerns() async throws -> [JournalConcern] { [] }
    func defects() async throws -> [String] { [] }
    func close() {}
}
