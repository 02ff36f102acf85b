private import CLibrary
package import Foundation
package import GlossportProject
import GlossportReading

/// The durable record of plans, attempts and answers, and the ledger of spent quota.
///
/// The journal stores events in a ``JournalLog``. It checks each intent against the state folded from these events, and
/// then turns the intent into new events.
///
/// Every method is safe to call from many tasks, and its writes are durable when it returns. If the journal fails,
/// methods throw ``GlossportError`` with code `journal`, and nothing may be sent after that. A superseded run is
/// refused with code `journalLocked`. Writes ignore task cancellation, so an answer can always be recorded.
///
/// Writes that arrive during a commit are grouped into the next one: a durable commit takes 0.1 to 10 ms, whether it
/// contains one event or a hundred. This needs no timer, and a single write never waits. If another process has
/// appended events meanwhile, the log is read again and each intent is evaluated again. A log that no longer contains
/// the newest event known here has lost data and is refused.
package final class Journal: Sendable {
    package let log: any JournalLog
    private let queues = Mutex<[Destination: DestinationQueue]>([:])

    /// The maximum number of intents per commit; more would gain little, and delay the first one.
    static let groupLimit = 256
    static let batch = 10_000

    let process: ProcessIdentity
    /// The key of all events written by this instance, and of no others.
    let writer: UUID

    /// Creates a journal; `writer` must be a new, unique key.
    package init(_ log: any JournalLog, writer: UUID, by process: ProcessIdentity = .current) {
        self.log = log
        self.writer = writer
        self.process = process
    }

    package func close() { log.close() }

    // MARK: Intents

    /// The state of a destination, and the tasks that wait to read or change it.
    private struct DestinationQueue {
        /// Empty while a task uses it, and before the first read.
        var state: JournalState
        /// The newest event that was read or written here; the log must still contain it.
        var known = LogPosition.start
        var isBusy = false
        var waiting: [Waiter] = []
        /// The error of a failed write: the storage's state is then unknown, so all later writes fail with the same
        /// error.
        var failure: GlossportError?

        init(_ destination: Destination) { state = JournalState(destination) }
    }

    private struct Waiter {
        var intent: Intent
        /// Resumes with `true` if this task must commit its own intent and those of other waiting tasks; with `false`
        /// once another task has processed its intent.
        var turn: CheckedContinuation<Bool, Never>
    }

    private struct Intent: Sendable {
        /// Whether the intent only reads; it then needs the newest events.
        var readsOnly: Bool
        var body: @Sendable (inout Draft) throws -> Void
        var fail: @Sendable (any Error) -> Void
    }

    /// A state with the events to append to it.
    struct Draft {
        var state: JournalState
        let writer: UUID
        fileprivate(set) var events: [JournalEvent] = []

        fileprivate init(_ state: JournalState, _ writer: UUID) {
            self.state = state
            self.writer = writer
        }

        mutating func add(_ event: JournalEvent) throws {
            var event = event
            event.position = LogPosition(state.number + 1, by: writer)
            if event.kind == .runBegan { event.run = event.number }
            try state.apply(event)
            events.append(event)
        }
    }

    /// The result of an intent, once its events are durable.
    private final class Outcome<Value: Sendable>: Sendable {
        private let result = Mutex<Result<Value, any Error>?>(nil)

        func set(_ new: Result<Value, any Error>) { result.withLock { $0 = new } }

        func get() throws -> Value {
            guard let result = result.withLock({ $0 }) else { preconditionFailure("an intent was never evaluated") }
            return try result.get()
        }
    }

    /// Reads one consistent state of a destination, with the newest events.
    ///
    /// `body` may be called again, so it must not keep state.
    package func read<Value: Sendable>(
        at destination: Destination,
        _ body: @escaping @Sendable (inout JournalState) throws -> Value
    ) async throws -> Value {
        try await perform(at: destination, readsOnly: true) { try body(&$0.state) }
    }

    /// Performs a read or a write; returns when the written events are durable.
    ///
    /// `body` is called again if another process has appended events meanwhile, so it must not keep state.
    func perform<Value: Sendable>(
        at destination: Destination,
        readsOnly: Bool = false,
        _ body: @escaping @Sendable (inout Draft) throws -> Value
    ) async throws -> Value {
        let outcome = Outcome<Value>()
        let intent = Intent(readsOnly: readsOnly) {
            outcome.set(.success(try body(&$0)))
        } fail: {
            outcome.set(.failure($0))
        }
        let leads = await withCheckedContinuation { turn in
            let isFree = queues.withLock { queues in
                guard queues[destination]?.isBusy == true else {
                    queues[destination, default: DestinationQueue(destination)].isBusy = true
                    return true
                }
                queues[destination]?.waiting.append(Waiter(intent: intent, turn: turn))
                return false
            }
            if isFree { turn.resume(returning: true) }
        }
        if leads { await lead(intent, at: destination) }
        return try outcome.get()
    }

    /// Commits one group of intents, then hands over to the next waiting task.
    private func lead(_ intent: Intent, at destination: Destination) async {
        let others = queues.withLock { queues in
            let others = queues[destination, default: DestinationQueue(destination)].waiting.prefix(Self.groupLimit - 1)
            queues[destination]?.waiting.removeFirst(others.count)
            return others
        }
        var kept = JournalState(destination)
        do {
            kept = try await commit([intent] + others.map(\.intent), at: destination)
        } catch {
            queues.withLock { $0[destination]?.failure = error }
        }
        for other in others { other.turn.resume(returning: false) }
        let next = queues.withLock { queues in
            swap(&kept, &queues[destination, default: DestinationQueue(destination)].state)
            guard queues[destination]?.waiting.isEmpty == false else {
                queues[destination]?.isBusy = false
                return nil as Waiter?
            }
            return queues[destination]?.waiting.removeFirst()
        }
        next?.turn.resume(returning: true)
    }

    /// Evaluates intents one after the other, and appends their events in one commit.
    ///
    /// - Returns: The state afterwards; empty if it must be read again.
    /// - Throws: The error that makes all later writes fail; the remaining intents of the group have received it.
    private func commit(_ group: [Intent], at destination: Destination) async throws(GlossportError) -> JournalState {
        var pending = group
        var draft = Draft(JournalState(destination), writer)
        // Swap with an empty state, so that the state is never copied.
        let failure = queues.withLock { queues in
            swap(&draft.state, &queues[destination, default: DestinationQueue(destination)].state)
            return queues[destination]?.failure
        }
        if let failure {
            for intent in pending where !intent.readsOnly { intent.fail(failure) }
            pending.removeAll { !$0.readsOnly }
        }
        var isFresh = false
        while !pending.isEmpty {
            if !isFresh, draft.state.number == 0 || pending.contains(where: \.readsOnly) {
                do {
                    try await refresh(&draft.state)
                    isFresh = true
                } catch {
                    for intent in pending { intent.fail(error) }
                    return JournalState(destination)
                }
            }
            let before = draft.state.position
            var faulty: (index: Int, error: any Error)?
            for (index, intent) in pending.enumerated() {
                do {
                    try intent.body(&draft)
                } catch {
                    faulty = (index, error)
                    break
                }
            }
            if let faulty {
                // An outdated state may have caused the error, so read again first; on a fresh state the intent itself
                // is at fault.
                if isFresh {
                    pending[faulty.index].fail(faulty.error)
                    pending.remove(at: faulty.index)
                }
                if !draft.events.isEmpty || !isFresh {
                    draft = Draft(JournalState(destination), writer)
                    isFresh = false
                }
                continue
            }
            guard !draft.events.isEmpty else { return draft.state }
            do {
                if try await log.append(draft.events, to: destination, after: before) {
                    note(draft.state)
                    return draft.state
                }
                // Another process appended first.
                draft = Draft(JournalState(destination), writer)
                isFresh = false
            } catch {
                let error = error as? GlossportError ?? GlossportError(.journal, "The journal failed: \(error).")
                for intent in pending { intent.fail(error) }
                throw error
            }
        }
        return draft.state
    }

    /// Reads the events that the state does not contain yet.
    private func refresh(_ state: inout JournalState) async throws {
        let destination = state.destination
        let known = queues.withLock { $0[destination]?.known ?? .start }
        var isContinued = state.position == known
        try await events(of: destination, after: state.position) { events in
            for event in events {
                isContinued = isContinued || event.position == known
                guard isContinued || event.number < known.number else {
                    throw GlossportError.lostHistory(of: destination)
                }
                try state.apply(event)
            }
        }
        guard isContinued else { throw GlossportError.lostHistory(of: destination) }
        note(state)
    }

    private func note(_ state: JournalState) {
        queues.withLock { $0[state.destination]?.known = state.position }
    }
}
