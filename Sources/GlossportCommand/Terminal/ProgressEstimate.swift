import Glossport

/// How fast an upload goes and how long it will take; nothing is said of that before it means something.
struct ProgressEstimate {
    private let started: Timestamp
    /// How much was settled when, within the last minute.
    private var samples: [(moment: Timestamp, settled: Int)]

    /// The recent past from which the present speed is estimated.
    private static let window = Duration.seconds(60)
    /// The minimum number of answers and time for an estimate.
    private static let least = (answers: 5, time: Duration.seconds(2))
    /// A pace that takes at least this long is reported at once: the connection adds little.
    private static let long = Duration.seconds(60)

    init(started: Timestamp) {
        self.started = started
        samples = [(started, 0)]
    }

    /// Notes how much is settled.
    mutating func note(_ settled: Int, at now: Timestamp) {
        // Ten samples a second say as much as thousands.
        if let last = samples.last, last.moment != started, now - last.moment < .milliseconds(100) {
            samples.removeLast()
        }
        samples.append((now, settled))
        // One older sample stays, to count from.
        if let first = samples.firstIndex(where: { now - $0.moment <= Self.window }), first > 1 {
            samples.removeFirst(first - 1)
        }
    }

    /// Answers in a second; `nil` as long as that would be chance.
    func rate(at now: Timestamp) -> Double? {
        guard let first = samples.first, let last = samples.last else { return nil }
        let (count, time) = (last.settled - first.settled, now - first.moment)
        guard count >= Self.least.answers, time >= Self.least.time else { return nil }
        return Double(count) / (Double(time.nanoseconds) / 1e9)
    }

    /// How long the rest will take; `nil` as long as that would be chance.
    ///
    /// While the pace or the service makes it wait, the limiter knows better than the connection.
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
