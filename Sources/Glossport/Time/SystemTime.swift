private import Foundation

/// The machine's time: the wall-clock time at the creation of this value, continued by the monotonic clock.
///
/// Setting the clock during a run therefore moves no deadlines, and times still compare with those of earlier runs.
package struct SystemTime: TimeSource {
    private let start: Timestamp
    private let monotonicStart: ContinuousClock.Instant

    package init(wallClock: Timestamp) {
        start = wallClock
        monotonicStart = .now
    }

    /// The machine's time, starting now.
    package static var sinceNow: SystemTime {
        SystemTime(wallClock: Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)))
    }

    package var now: Timestamp { start + monotonicStart.duration(to: .now) }

    package func sleep(until deadline: Timestamp) async throws {
        // Loop, because a sleep can end slightly early by this clock. Sleep in parts, because the runtime does not
        // accept very long durations.
        while true {
            let left = deadline - now
            guard left > .zero else { return }
            try await Task.sleep(for: min(left, .seconds(3_600)), tolerance: .milliseconds(1))
        }
    }
}
