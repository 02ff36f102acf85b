private import CLibrary

/// Asks a run to stop, whatever it is doing: waiting for quota, listing, uploading, settling.
///
/// Level-triggered: once requested, it stays requested for every later check. Without a request in flight the work ends
/// at once; the answer of a changing request in flight is awaited and recorded first.
package final class StopRequest: Sendable {
    /// Why to stop.
    package enum Cause: Sendable, Hashable {
        /// The user asked for it: Ctrl-C, SIGTERM, SIGHUP.
        case interrupted
        /// The time that the user gave is over.
        case deadline
    }

    private let state = Mutex(State())

    private struct State {
        var cause: Cause?
        var isUnderWay = false
        var nextWaiter = 0
        var waiters: [Int: CheckedContinuation<Cause, any Error>] = [:]
        /// Waiters whose task was cancelled before they waited.
        var cancelled: Set<Int> = []
    }

    package init() {}

    /// The reason to stop; `nil` if no stop was requested.
    package var cause: Cause? { state.withLock { $0.cause } }

    /// Whether requests may be in flight, whose answers have to be recorded before the process ends.
    package var isUnderWay: Bool { state.withLock { $0.isUnderWay } }

    /// Records whether requests may be in flight.
    ///
    /// - Returns: What was recorded before.
    @discardableResult
    package func setUnderWay(_ isUnderWay: Bool) -> Bool {
        state.withLock { state in
            defer { state.isUnderWay = isUnderWay }
            return state.isUnderWay
        }
    }

    /// Asks to stop; what was asked first holds.
    package func request(_ cause: Cause) {
        let waiters = state.withLock { state in
            guard state.cause == nil else { return [CheckedContinuation<Cause, any Error>]() }
            state.cause = cause
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: cause) }
    }

    /// Goes on unless it is time to stop.
    ///
    /// - Throws: ``Stopped``.
    package func check() throws {
        if let cause { throw Stopped(cause) }
    }

    /// Returns when a stop is requested, at once if it was requested before.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package func wait() async throws -> Cause {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { register($0, as: number) }
        } onCancel: {
            cancel(number)
        }
    }

    /// Sleeps until a moment, unless it is time to stop before.
    ///
    /// - Throws: ``Stopped``; `CancellationError`.
    package func sleep(until moment: Timestamp, by time: any TimeSource) async throws {
        try check()
        guard moment > time.now else { return }
        try await withThrowingTaskGroup(of: Cause?.self) { group in
            group.addTask {
                try await time.sleep(until: moment)
                return nil
            }
            group.addTask { try await self.wait() }
            defer { group.cancelAll() }
            if let first = try await group.next(), let cause = first { throw Stopped(cause) }
        }
    }

    /// Works until a stop is requested, and then cancels the work: for read requests, whose answers are not needed.
    ///
    /// - Parameter body: The work; it must heed cancellation, and is awaited.
    /// - Returns: The result of the work.
    package func cancelling<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await body() }
            group.addTask {
                _ = try? await self.wait()
                return nil
            }
            defer { group.cancelAll() }
            while let ended = await group.next() {
                if let value = ended { return value }
                group.cancelAll()
            }
            preconditionFailure("The work ends, and returns something.")
        }
    }

    private func register(_ continuation: CheckedContinuation<Cause, any Error>, as number: Int) {
        let end = state.withLock { state -> Result<Cause, any Error>? in
            if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
            if let cause = state.cause { return .success(cause) }
            state.waiters[number] = continuation
            return nil
        }
        if let end { continuation.resume(with: end) }
    }

    private func cancel(_ number: Int) {
        let waiter = state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: number)
            if waiter == nil, state.cause == nil { state.cancelled.insert(number) }
            return waiter
        }
        waiter?.resume(throwing: CancellationError())
    }
}

/// The work was stopped on request before it was done.
package struct Stopped: Error, Hashable {
    package var cause: StopRequest.Cause

    package init(_ cause: StopRequest.Cause) { self.cause = cause }
}
