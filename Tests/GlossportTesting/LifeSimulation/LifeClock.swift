private import CLibrary
import Glossport

/// A virtual clock that jumps to the next event when no job can run.
final class LifeClock: Sendable {
    private let state: Mutex<State>

    private struct State {
        var now: Timestamp
        var scheduled = 0
        var agenda = Heap<Entry>()
    }

    private struct Entry: Comparable {
        var moment: Timestamp
        var order: Int
        var body: @Sendable () -> Void

        static func < (left: Entry, right: Entry) -> Bool { (left.moment, left.order) < (right.moment, right.order) }
        static func == (left: Entry, right: Entry) -> Bool { left.order == right.order }
    }

    init(now: Timestamp) { state = Mutex(State(now: now)) }

    var now: Timestamp { state.withLock { $0.now } }

    /// Schedules `body` to run after `wait`.
    func after(_ wait: Duration, _ body: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.scheduled += 1
            let moment = max(state.now, state.now + wait)
            state.agenda.insert(Entry(moment: moment, order: state.scheduled, body: body))
        }
    }

    /// Advances to the next entry and runs it, unless it is later than `limit`; returns whether an entry ran.
    func advance(until limit: Timestamp = Timestamp(nanoseconds: .max)) -> Bool {
        let entry = state.withLock { state -> Entry? in
            guard let first = state.agenda.first, first.moment <= limit else { return nil }
            state.now = first.moment
            return state.agenda.popFirst()
        }
        entry?.body()
        return entry != nil
    }

    /// Advances the clock by `wait` and runs all entries that become due.
    func pass(_ wait: Duration) {
        let end = now + wait
        while advance(until: end) {}
        state.withLock { $0.now = end }
    }

    /// Sleeps for a duration.
    ///
    /// - Throws: `CancellationError` as soon as the task is canceled.
    func sleep(_ wait: Duration) async throws {
        try Task.checkCancellation()
        guard wait > .zero else { return }
        let end = LifeReply<Bool>()
        after(wait) { end.give(true) }
        let woke = await withTaskCancellationHandler {
            await end.value()
        } onCancel: {
            end.give(false)
        }
        if !woke { throw CancellationError() }
    }

    /// Sleeps for a duration, even if the task is canceled.
    func delay(_ wait: Duration) async {
        let end = LifeReply<Bool>()
        after(wait) { end.give(true) }
        _ = await end.value()
    }
}

/// A value that a task waits for; only the first one given counts.
final class LifeReply<Value: Sendable>: Sendable {
    private let state = Mutex(State.open)

    private enum State {
        case open
        case waiting(CheckedContinuation<Value, Never>)
        case given(Value)
        case taken
    }

    func give(_ value: Value) {
        let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .open:
                state = .given(value)
                return nil
            case .waiting(let waiter):
                state = .taken
                return waiter
            case .given, .taken: return nil
            }
        }
        waiter?.resume(returning: value)
    }

    /// Waits for the value; must be called only once.
    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let value = state.withLock { state -> Value? in
                if case .given(let value) = state {
                    state = .taken
                    return value
                }
                state = .waiting(continuation)
                return nil
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}
