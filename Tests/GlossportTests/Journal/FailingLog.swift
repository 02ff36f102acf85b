import CLibrary
import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting

/// A log that fails after a number of appends, or of events of one kind, as if the disk were full or the process dead.
final class FailingLog: WrappedLog {
    let log: any JournalLog
    private let left: Mutex<Int>
    private let kind: JournalEvent.Kind?
    private let failure: GlossportError

    init(
        _ log: any JournalLog,
        after limit: Int,
        of kind: JournalEvent.Kind? = nil,
        failure: GlossportError = GlossportError(.journal, "The disk is full.")
    ) {
        self.log = log
        left = Mutex(limit)
        self.kind = kind
        self.failure = failure
    }

    func append(_ events: [JournalEvent], to destination: Destination, after last: LogPosition) async throws -> Bool {
        try left.withLock { left in
            left -= kind.map { kind in events.count { $0.kind == kind } } ?? 1
            guard left >= 0 else { throw failure }
        }
        return try await log.append(events, to: destination, after: last)
    }
}
