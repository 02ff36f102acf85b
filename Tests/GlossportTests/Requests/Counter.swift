import CLibrary
import Glossport

/// Accepts a number of calls per time window.
final class Counter: Sendable {
    private let state = Mutex((start: Timestamp(seconds: 0), calls: 0))

    func answer(at now: Timestamp, calls: Int, window: Duration) -> Answer {
        state.withLock { state in
            if now - state.start >= window { state = (now, 0) }
            state.calls += 1
            return state.calls <= calls ? .accepted : .throttled(until: state.start + window)
        }
    }
}
