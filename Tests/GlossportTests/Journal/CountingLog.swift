import CLibrary
import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting

/// A log that counts appends, delays each one, and fails on request.
final class CountingLog: WrappedLog {
    let log: any JournalLog = MemoryLog()
    private let state = Mutex((appends: 0, failure: GlossportError?.none))

    var appends: Int { state.withLock { $0.appends } }

    func fails(next failure: GlossportError) { state.withLock { $0.failure = failure } }

    func append(_ events: [JournalEvent], to destination: Destination, after last: LogPosition) async throws -> Bool {
        let failure = state.withLock { state in
            state.appends += 1
            defer { state.failure = nil }
            return state.failure
        }
        if let failure { throw failure }
        // Long enough for other writers to queue.
        for _ in 0..<50 { await Task.yield() }
        return try await log.append(events, to: destination, after: last)
    }
}
