private import CLibrary

/// A request to stop a run, regardless of its current step.
///
/// The request is level-triggered: once made, it holds for every later check. Without a request in flight, the work
/// ends at once. If a request that changes something is in flight, its answer is awaited and recorded first.
package final class StopRequest: Sendable {
    package enum Cause: Sendable, Hashable {
        /// The user interrupted the run: Ctrl-C, SIGTERM or SIGHUP.
        case interrupted
        /// The time limit that the user set has passed.
        case deadline
    }

    private let state = Mutex(State())

    private struct State {
        var cause: Cause?
        var isUnderWay = false
        var nextWaiter = 0
        var waiters: [Int: AsyncStream<Cause>.Continuation] = [:]
    }

    package init() {}

    /// The reason to stop; `nil` if no stop was requested.
    package var cause: Cause? { state.withLock { $0.cause } }

    /// Whether requests may be in flight; their answers must be recorded before the process ends.
    package var isUnderWay: Bool { state.withLock { $0.isUnderWay } }

    /// Records whether requests may be in flight.
    ///
    /// - Returns: The previous value.
    @discardableResult
    package func setUnderWay(_ isUnderWay: Bool) -> Bool {
        state.withLock { state in
            defer { state.isUnderWay = isUnderWay }
            return state.isUnderWay
        }
    }

    /// Requests a stop; the first cause wins.
    package func request(_ cause: Cause) {
        let waiters = state.withLock { state -> [AsyncStream<Cause>.Continuation] in
            guard state.cause == nil else { return [] }
            state.cause = cause
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.yield(cause) }
    }

    /// Throws if a stop was requested.
    ///
    /// - Throws: ``Stopped`` with the cause.
    package func check() throws {
        if let cause { throw Stopped(cause) }
    }

    /// Waits for a stop request; returns at once if there already was one.
    package func wait() async throws -> Cause {
        let (causes, waiter) = AsyncStream.makeStream(of: Cause.self)
        let number = state.withLock { state in
            if let cause = state.cause { waiter.yield(cause) }
            state.nextWaiter += 1
            state.waiters[state.nextWaiter] = waiter
            return state.nextWaiter
        }
        defer { state.withLock { _ = $0.waiters.removeValue(forKey: number) } }
        for await cause in causes { return cause }
        // Only cancellation ends the stream.
        throw CancellationError()
    }

    /// Sleeps until a moment, unless a stop is requested earlier.
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

    /// Performs work until a stop is requested, and then cancels it; for read requests, whose answers are not needed.
    ///
    /// `body` must respond to cancellation; it is awaited in any case.
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
}

/// The error for work that a ``StopRequest`` ended early.
package struct Stopped: Error, Hashable {
    package var cause: StopRequest.Cause

    package init(_ cause: StopRequest.Cause) { self.cause = cause }
}
