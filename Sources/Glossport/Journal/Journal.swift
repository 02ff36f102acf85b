private import CLibrary
package import Foundation
import GlossportProject
import GlossportReading

/// The durable record of what was planned, tried and answered; also the ledger of spent quota.
///
/// It keeps events in a ``JournalLog``, and turns each intent into events after it has asked the state, their fold, whether the intent makes sense.
///
/// Every method is safe to call from many tasks, and its writes are durable when it returns. A failing journal throws ``GlossportError`` with code
/// `journal`; nothing may be sent after that. A run that another one has superseded is refused with code `journalLocked`. Task cancellation does
/// not undo writes: the owner of an answer must be able to record it.
///
/// Writes of many tasks during one commit go into the next one together: a durable commit costs the disk 0.1 to 10 ms,
/// whether it contains one event or a hundred. No timer is needed, and a single write never waits. If another process
/// has appended meanwhile, everything is read again, and each intent is evaluated again. A log that no longer contains the newest event
/// known here has lost data, and is refused.
package final class Journal: Sendable {
    package let log: any JournalLog
    private let lines = Mutex<[Destination: Line]>([:])

    /// The maximum number of intents per commit; more would gain little, and delay the first one.
    static let groupLimit = 256
    /// The number of events per read.
    static let batch = 10_000

    /// The writing process.
    let process: ProcessIdentity
    /// The key of all events that are written here, and of no others.
    let writer: UUID

    /// - Parameters:
    ///   - log: The storage.
    ///   - writer: A new key.
    ///   - process: The writing process.
    package init(_ log: any JournalLog, writer: UUID, by process: ProcessIdentity = .current) {
        self.log = log
        self.writer = writer
        self.process = process
    }

    package func close() { log.close() }

    // MARK: Intents

    /// The state of a destination, and those who wait to ask or to change it.
    private struct Line {
        /// Empty while a task works on it, and before it was read.
        var state: JournalState
        /// The newest event that was read or written: the log has to contain it as long as it is not pruned.
        var known = LogPosition.start
        var isBusy = false
        var waiting: [Waiter] = []
        /// After a failed write the storage's state is unknown: all later writes fail alike.
        var failure: GlossportError?

        init(_ destination: Destination) { state = JournalState(destination) }
    }

    private struct Waiter {
        var intent: Intent
        /// Whether this waiting task has to do the work, for itself and others.
        var turn: CheckedContinuation<Bool, Never>
    }

    /// A pending read or write.
    private struct Intent: Sendable {
        /// Only a question: it needs to be answered from all that there is.
        var asks: Bool
        var body: @Sendable (inout Draft) throws -> Void
        var fail: @Sendable (any Error) -> Void
    }

    /// A state with the events that are about to be appended to it.
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
            guard let result = result.withLock({ $0 }) else { preconditionFailure("an intent was passed by") }
            return try result.get()
        }
    }

    /// Asks or writes; returns when all that was written is durable.
    ///
    /// - Parameters:
    ///   - destination: Where.
    ///   - asks: Whether it only asks.
    ///   - body: Called again whenever another process has appended meanwhile, so it must not keep state.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of `body`; ``GlossportError`` of the log.
    func perform<Value: Sendable>(
        at destination: Destination,
        asks: Bool = false,
        _ body: @escaping @Sendable (inout Draft) throws -> Value
    ) async throws -> Value {
        let outcome = Outcome<Value>()
        let intent = Intent(asks: asks) {
            outcome.set(.success(try body(&$0)))
        } fail: {
            outcome.set(.failure($0))
        }
        let leads = await withCheckedContinuation { turn in
            let isFree = lines.withLock { lines in
                guard lines[destination]?.isBusy == true else {
                    lines[destination, default: Line(destination)].isBusy = true
                    return true
                }
                lines[destination]?.waiting.append(Waiter(intent: intent, turn: turn))
                return false
            }
            if isFree { turn.resume(returning: true) }
        }
        if leads { await lead(intent, at: destination) }
        return try outcome.get()
    }

    /// Does the work of one group, and hands on to the next who waits.
    private func lead(_ intent: Intent, at destination: Destination) async {
        let others = lines.withLock { lines in
            let others = lines[destination, default: Line(destination)].waiting.prefix(Self.groupLimit - 1)
            lines[destination]?.waiting.removeFirst(others.count)
            return others
        }
        var kept = JournalState(destination)
        do {
            kept = try await commit([intent] + others.map(\.intent), at: destination)
        } catch {
            lines.withLock { $0[destination]?.failure = error }
        }
        for other in others { other.turn.resume(returning: false) }
        let next = lines.withLock { lines in
            swap(&kept, &lines[destination, default: Line(destination)].state)
            guard lines[destination]?.waiting.isEmpty == false else {
                lines[destination]?.isBusy = false
                return nil as Waiter?
            }
            return lines[destination]?.waiting.removeFirst()
        }
        next?.turn.resume(returning: true)
    }

    /// Evaluates intents one after the other, and appends what they want in one commit.
    ///
    /// - Returns: The state afterwards; an empty one if it has to be read again.
    /// - Throws: The error that makes all later writes fail; all waiting tasks have received it.
    private func commit(_ group: [Intent], at destination: Destination) async throws(GlossportError) -> JournalState {
        var pending = group
        var draft = Draft(JournalState(destination), writer)
        // Swapped with an empty one, so that it is never copied.
        let failure = lines.withLock { lines in
            swap(&draft.state, &lines[destination, default: Line(destination)].state)
            return lines[destination]?.failure
        }
        if let failure {
            for intent in pending where !intent.asks { intent.fail(failure) }
            pending.removeAll { !$0.asks }
        }
        var isFresh = false
        while !pending.isEmpty {
            if !isFresh, draft.state.number == 0 || pending.contains(where: \.asks) {
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
                // It may have been asked of a state that others have changed since; only then it is its own fault.
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
                // Another process was faster.
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

    /// Reads the events that the state lacks.
    ///
    /// - Throws: ``GlossportError`` with code `journal`, also if the log does not contain the newest event known here.
    private func refresh(_ state: inout JournalState) async throws {
        let destination = state.destination
        let known = lines.withLock { $0[destination]?.known ?? .start }
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
        lines.withLock { $0[state.destination]?.known = state.position }
    }
}
