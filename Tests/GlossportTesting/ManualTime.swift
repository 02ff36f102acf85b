private import CLibrary
package import Glossport

/// A clock that moves only when the test advances it or, with `jumps`, when a task sleeps.
///
/// Sleepers wake in the order of their deadlines.
///
/// ```swift
/// let time = ManualTime()
/// async let woke: Void = time.sleep(until: time.now + .seconds(60))
/// await time.sleepers(1)
/// time.advance(by: .seconds(60))
/// try await woke
/// ```
package final class ManualTime: TimeSource {
    private let state: Mutex<State>
    private let jumps: Bool

    private struct State {
        var now: Timestamp
        var nextID = 0
        var sleepers: [Sleeper] = []
        /// Tasks that were canceled before they slept.
        var canceled: Set<Int> = []
        /// Tests that wait for a number of sleepers.
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        /// Removes and returns the watchers whose count is reached.
        mutating func satisfiedWatchers() -> [CheckedContinuation<Void, Never>] {
            let satisfied = watchers.filter { $0.count <= sleepers.count }
            watchers.removeAll { $0.count <= sleepers.count }
            return satisfied.map(\.continuation)
        }
    }

    private struct Sleeper {
        var id: Int
        var deadline: Timestamp
        var continuation: CheckedContinuation<Void, any Error>
    }

    /// - Parameters:
    ///   - now: The initial time.
    ///   - jumps: Whether a sleeper advances the clock to its deadline and continues at once, for code that never waits
    ///     for two things at the same time.
    package init(now: Timestamp = Timestamp(seconds: 1_790_000_000), jumps: Bool = false) {
        state = Mutex(State(now: now))
        self.jumps = jumps
    }

    package var now: Timestamp { state.withLock { $0.now } }

    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    package func sleep(until deadline: Timestamp) async throws {
        try Task.checkCancellation()
        if jumps {
            state.withLock { $0.now = max($0.now, deadline) }
            return
        }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { enqueue(Sleeper(id: id, deadline: deadline, continuation: $0)) }
        } onCancel: {
            cancel(id)
        }
    }

    /// Waits until at least `count` tasks are sleeping.
    package func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.sleepers.count < count else { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Advances the clock and wakes all due sleepers in the order of their deadlines.
    package func advance(by duration: Duration) { advance(to: now + duration) }

    /// Advances the clock to a moment, but never moves it back.
    package func advance(to moment: Timestamp) {
        let due = state.withLock { state in
            state.now = max(state.now, moment)
            let now = state.now
            let due = state.sleepers.filter { $0.deadline <= now }
            state.sleepers.removeAll { $0.deadline <= now }
            return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Advances the clock to the earliest deadline; returns whether any task was sleeping.
    @discardableResult
    package func advanceToNextDeadline() -> Bool {
        guard let deadline = state.withLock({ $0.sleepers.map(\.deadline).min() }) else { return false }
        advance(to: deadline)
        return true
    }

    private func enqueue(_ sleeper: Sleeper) {
        enum Entry {
            case sleeps([CheckedContinuation<Void, Never>])
            case due, canceled
        }
        let entry = state.withLock { state -> Entry in
            if state.canceled.remove(sleeper.id) != nil { return .canceled }
            if sleeper.deadline <= state.now { return .due }
            state.sleepers.append(sleeper)
            return .sleeps(state.satisfiedWatchers())
        }
        switch entry {
        case .sleeps(let watchers): for watcher in watchers { watcher.resume() }
        case .due: sleeper.continuation.resume()
        case .canceled: sleeper.continuation.resume(throwing: CancellationError())
        }
    }

    private func cancel(_ id: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                state.canceled.insert(id)
                return nil
            }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
