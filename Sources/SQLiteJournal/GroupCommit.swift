private import CLibrary
import GRDB
import GlossportImporting
import GlossportReading

/// Commits the writes of many callers in few transactions.
///
/// A durable commit costs the disk 0.1 to 10 ms, whether it holds one row or a hundred. So writes that arrive while one
/// commit runs wait for each other and share the next one; no timer is needed, and a lonely write never waits. Every
/// caller goes on only when its own write is durable.
///
/// Nothing here looks at task cancellation: a caller that was just told "uploaded" must be able to write it down. The work
/// happens on the database's own dispatch queue, never on the threads of Swift's concurrency.
final class GroupCommit: Sendable {
    /// So many writes share a transaction at most; more would gain little, and make the first one wait.
    static let limit = 256

    let database: DatabaseQueue
    private let file: JournalFile
    private let state = Mutex(State())

    private struct State {
        var waiting: [Write] = []
        var isScheduled = false
        /// After a failed write nobody knows what the next one would meet: all later ones fail alike.
        var failure: GlossportError?
    }

    private struct Write: Sendable {
        /// Executes the statements, and returns what tells the caller once they are durable.
        var execute: @Sendable (Database) throws -> @Sendable () -> Void
        var fail: @Sendable (GlossportError) -> Void
    }

    init(_ database: DatabaseQueue, file: JournalFile) {
        self.database = database
        self.file = file
    }

    /// Executes statements in a transaction, and returns when it is durable.
    ///
    /// They may be executed more than once, if another write of the same transaction turns out to be faulty.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            submit(
                Write { db in
                    let value = try body(db)
                    return { continuation.resume(returning: value) }
                } fail: { error in
                    continuation.resume(throwing: error)
                }
            )
        }
    }

    /// Reads one consistent state, without a lock that writers of other processes would notice.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            database.asyncRead { [path = file.path] result in
                do {
                    continuation.resume(returning: try body(result.get()))
                } catch {
                    continuation.resume(throwing: GlossportError.journal(error, at: path))
                }
            }
        }
    }

    private func submit(_ write: Write) {
        let isFirst = state.withLock { state in
            state.waiting.append(write)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { schedule() }
    }

    private func schedule() {
        database.asyncWriteWithoutTransaction { db in
            self.commit(self.nextGroup(), in: db)
            let isMoreWaiting = self.state.withLock { state in
                state.isScheduled = !state.waiting.isEmpty
                return state.isScheduled
            }
            // Behind reads that are waiting, so that a busy import starves nobody.
            if isMoreWaiting { self.schedule() }
        }
    }

    private func nextGroup() -> [Write] {
        state.withLock { state in
            let group = Array(state.waiting.prefix(Self.limit))
            state.waiting.removeFirst(group.count)
            return group
        }
    }

    private func commit(_ group: [Write], in db: Database) {
        do {
            if let failure = state.withLock({ $0.failure }) { throw failure }
            try file.requirePresence()
            var notices: [@Sendable () -> Void] = []
            try db.inTransaction(.immediate) {
                for write in group { notices.append(try write.execute(db)) }
                try SealLog.seal(db)
                return .commit
            }
            for notice in notices { notice() }
        } catch  where group.count > 1 && Self.isFaultOfOneWrite(error) {
            // The transaction is undone; only the faulty write shall fail.
            for write in group { commit([write], in: db) }
        } catch {
            let failure = GlossportError.journal(error, at: file.path)
            if Self.isFatal(error) { state.withLock { $0.failure = $0.failure ?? failure } }
            for write in group { write.fail(failure) }
        }
    }

    /// Whether a write failed for what it says, rather than for what the disk does.
    private static func isFaultOfOneWrite(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return error is WriteFault }
        return error.resultCode == .SQLITE_CONSTRAINT || error.resultCode == .SQLITE_MISMATCH
    }

    /// Whether later writes are refused too; only a lock that another process held too long passes by itself.
    private static func isFatal(_ error: any Error) -> Bool {
        if isFaultOfOneWrite(error) { return false }
        guard let code = (error as? DatabaseError)?.resultCode else { return true }
        return code != .SQLITE_BUSY && code != .SQLITE_LOCKED
    }
}
