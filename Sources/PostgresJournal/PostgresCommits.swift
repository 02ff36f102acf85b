private import CLibrary
import Dispatch
import Foundation
import GlossportImporting
import GlossportReading

/// Commits the writes of many callers in few transactions, each of them exactly once, however often the connection is lost.
///
/// Writes that arrive while one commit runs wait for each other and share the next one, as in the journal on a disk. Each transaction
/// first counts its number up in this journal's row of `writer`. Where the answer to a commit is lost, the whole group is executed again on a new
/// connection: if the row has the number already, the first time has been committed, and what it found out holds. If the row has a
/// smaller number than was confirmed, the server has lost commits, and nothing may be sent any more.
///
/// Unchecked: what is not in the mutex is touched on the link's queue alone.
final class PostgresCommits: @unchecked Sendable {
    /// So many writes share a transaction at most.
    static let limit = 256

    let link: PostgresLink
    private let lease: PostgresLease
    private let state = Mutex(State())
    /// This journal's row of `writer`.
    private let key: String
    /// The number of the newest transaction that the server has confirmed.
    private var confirmed: Int64 = 0

    private struct State {
        var waiting: [Write] = []
        var isScheduled = false
        var failure: GlossportError?
    }

    /// What somebody wants written.
    struct Write: Sendable {
        /// The run on whose behalf; it must still hold its destination if it ever did.
        var run: RunID?
        var statements: Statements
        var fail: @Sendable (GlossportError) -> Void
    }

    enum Statements: Sendable {
        /// Begins of attempts are written all at once, and so are their ends.
        case begin(AttemptStart, @Sendable (AttemptID) -> Void)
        case end(AttemptEnd, @Sendable () -> Void)
        /// Anything else: executes it, and returns what tells the caller once it is durable.
        case other(@Sendable (PostgresTransaction) throws -> @Sendable () -> Void)
    }

    init(_ link: PostgresLink, lease: PostgresLease) {
        self.link = link
        self.lease = lease
        key = UUID().uuidString
    }

    var name: String { link.address.name }

    /// Executes statements in a transaction, and returns when it is durable.
    func write<Value: Sendable>(
        in run: RunID?,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let statements = Statements.other { transaction in
                let value = try body(transaction)
                return { continuation.resume(returning: value) }
            }
            submit(Write(run: run, statements: statements) { continuation.resume(throwing: $0) })
        }
    }

    func begin(_ attempt: AttemptStart, in run: RunID) async throws -> AttemptID {
        try await withCheckedThrowingContinuation { continuation in
            let statements = Statements.begin(attempt) { continuation.resume(returning: $0) }
            submit(Write(run: run, statements: statements) { continuation.resume(throwing: $0) })
        }
    }

    func end(_ end: AttemptEnd, in run: RunID) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            submit(
                Write(run: run, statements: .end(end) { continuation.resume() }) { continuation.resume(throwing: $0) }
            )
        }
    }

    /// Reads one consistent state.
    func read<Value: Sendable>(_ body: @escaping @Sendable (PostgresTransaction) throws -> Value) async throws -> Value
    {
        try await link.read(body)
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
        link.queue.async { [self] in
            commit(
                state.withLock { state in
                    let group = Array(state.waiting.prefix(Self.limit))
                    state.waiting.removeFirst(group.count)
                    return group
                }
            )
            let isMoreWaiting = state.withLock { state in
                state.isScheduled = !state.waiting.isEmpty
                return state.isScheduled
            }
            // Behind reads that are waiting, so that a busy import starves nobody.
            if isMoreWaiting { schedule() }
        }
    }

    private func commit(_ group: [Write]) {
        do {
            if let failure = state.withLock({ $0.failure }) { throw failure }
            for notice in try execute(group) { notice() }
        } catch  where group.count > 1 && Self.isFaultOfOneWrite(error) {
            // The transaction is undone; only the faulty write shall fail.
            for write in group { commit([write]) }
        } catch {
            let failure = GlossportError.journal(error, at: name)
            if !Self.isFaultOfOneWrite(error) { state.withLock { $0.failure = $0.failure ?? failure } }
            for write in group { write.fail(failure) }
        }
    }

    private func execute(_ group: [Write]) throws -> [@Sendable () -> Void] {
        let batch = Batch(group)
        // What was found out before the commit whose answer was lost.
        var found: [@Sendable () -> Void] = []
        let notices = try link.transaction(isReading: false) { clock in
            [counting, lease.renewal(of: Set(group.compactMap(\.run)))] + batch.statements(clock)
        } _: { transaction, answers in
            guard try counted(answers[0], transaction) else { return (found, false) }
            if let lost = answers[1].rows.first {
                throw GlossportError.lostLease(RunID(rawValue: try lost.number(0)), name)
            }
            found = try batch.notices(Array(answers.dropFirst(2)), in: transaction)
            return (found, true)
        }
        confirmed += 1
        return notices
    }

    /// Counts the number of this transaction up, unless that was done already, in a transaction whose answer was lost.
    private var counting: PostgresStatement {
        confirmed == 0
            ? PostgresStatement("INSERT INTO writer (key, committed) VALUES ($1, 1) ON CONFLICT DO NOTHING", [key])
            : PostgresStatement(
                "UPDATE writer SET committed = $2, seen = clock_timestamp() WHERE key = $1 AND committed = $2 - 1",
                [key, confirmed + 1]
            )
    }

    private func counted(_ answer: PostgresAnswer, _ transaction: PostgresTransaction) throws -> Bool {
        if answer.changes == 1 { return true }
        let committed = try transaction.number("SELECT committed FROM writer WHERE key = $1", [key])
        guard committed == confirmed + 1 else { throw GlossportError.forgetfulServer(name) }
        return false
    }

    /// The writes of a group, the frequent ones of each kind as one statement.
    private struct Batch {
        private var begins: [(AttemptStart, RunID)] = []
        private var ends: [(AttemptEnd, RunID)] = []
        private var told: [@Sendable (AttemptID) -> Void] = []
        private var endNotices: [@Sendable () -> Void] = []
        private var others: [@Sendable (PostgresTransaction) throws -> @Sendable () -> Void] = []

        init(_ group: [Write]) {
            for write in group {
                switch (write.statements, write.run) {
                case (.begin(let attempt, let tell), let run?):
                    begins.append((attempt, run))
                    told.append(tell)
                case (.end(let end, let tell), let run?):
                    ends.append((end, run))
                    endNotices.append(tell)
                case (.other(let body), _): others.append(body)
                case (.begin, nil), (.end, nil): break
                }
            }
        }

        func statements(_ clock: ServerClock) -> [PostgresStatement] {
            (begins.isEmpty ? [] : [PostgresTransaction.insertion(of: begins, clock)])
                + (ends.isEmpty ? [] : [PostgresTransaction.ending(of: ends, clock)])
        }

        /// - Returns: What tells the callers, once everything is durable.
        func notices(
            _ answers: [PostgresAnswer],
            in transaction: PostgresTransaction
        ) throws -> [@Sendable () -> Void] {
            var notices = endNotices
            if !begins.isEmpty {
                let attempts = try transaction.attempts(answers[0], of: begins)
                for (tell, attempt) in zip(told, attempts) { notices.append { tell(attempt) } }
            }
            if !ends.isEmpty, let answer = answers.last { try transaction.check(answer, of: ends) }
            for body in others { notices.append(try body(transaction)) }
            return notices
        }
    }

    private static func isFaultOfOneWrite(_ error: any Error) -> Bool {
        (error as? PostgresFailure)?.isFaultOfStatement ?? (error is WriteFault)
    }
}
