import Glossport

/// Estimates the speed and remaining time of an upload, once there is enough data.
struct ProgressEstimate {
    private let started: Timestamp
    /// Samples of the number of settled items, from the last minute.
    private var samples: [(moment: Timestamp, settled: Int)]

    /// The recent period that determines the current speed.
    private static let window = Duration.seconds(60)
    /// The minimum number of answers and time for an estimate.
    private static let least = (answers: 5, time: Duration.seconds(2))
    /// If the pace alone takes at least this long, the estimate needs no answers, because the connection adds little.
    private static let long = Duration.seconds(60)

    init(started: Timestamp) {
        self.started = started
        samples = [(started, 0)]
    }

    mutating func record(_ settled: Int, at now: Timestamp) {
        // Ten samples a second are sufficient.
        if let last = samples.last, last.moment != started, now - last.moment < .milliseconds(100) {
            samples.removeLast()
        }
        samples.append((now, settled))
        // Keep one older sample as the base of the rate.
        if let first = samples.firstIndex(where: { now - $0.moment <= Self.window }), first > 1 {
            samples.removeFirst(first - 1)
        }
    }

    /// Answers per second; `nil` without enough data.
    func rate(at now: Timestamp) -> Double? {
        guard let first = samples.first, let last = samples.last else { return nil }
        let (count, time) = (last.settled - first.settled, now - first.moment)
        guard count >= Self.least.answers, time >= Self.least.time else { return nil }
        return Double(count) / (Double(time.nanoseconds) / 1e9)
    }

    /// The time for the remaining items; `nil` without enough data, or if none remain.
    ///
    /// While the pace or the service limits the upload, the limiter's estimate is more accurate than the connection's.
    func timeLeft(
        open: Int,
        leastByPace: Duration,
        bound: RequestBudget.Bound,
        at now: Timestamp
    ) -> Duration? {
        guard open > 0 else { return nil }
        if bound != .connection { return leastByPace > .zero ? leastByPace : nil }
        guard let rate = rate(at: now), rate > 0 else { return leastByPace >= Self.long ? leastByPace : nil }
        return max(leastByPace, .seconds(Double(open) / rate))
    }
}
