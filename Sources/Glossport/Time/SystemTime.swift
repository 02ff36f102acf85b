private import Foundation

/// The machine's time: wall-clock time at the start of the process, carried on by the monotonic clock.
///
/// So a clock that is set during a run moves no deadline, while moments still compare with those of earlier runs.
package struct SystemTime: TimeSource {
    private let start: Timestamp
    private let monotonicStart: ContinuousClock.Instant

    package init(wallClock: Timestamp) {
        start = wallClock
        monotonicStart = .now
    }

    /// This machine's time, from now on.
    package static var sinceNow: SystemTime {
        SystemTime(wallClock: Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)))
    }

    package var now: Timestamp { start + monotonicStart.duration(to: .now) }

    package func sleep(until deadline: Timestamp) async throws {
        // The clock may wake a sleeper a little early by its own reading, hence the loop; and the runtime does not take
        // every duration for which there is a number.
        while true {
            let left = deadline - now
            guard left > .zero else { return }
            try await Task.sleep(for: min(left, .seconds(3_600)), tolerance: .milliseconds(1))
        }
    }
}
