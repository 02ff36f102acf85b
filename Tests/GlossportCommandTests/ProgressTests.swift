import Glossport
import Testing

@testable import GlossportCommand

@Suite("Progress")
struct ProgressTests {
    private let start = Timestamp(seconds: 1_790_000_000)

    private func left(
        _ estimate: ProgressEstimate,
        _ open: Int,
        pace: Duration = .zero,
        _ bound: RequestBudget.Bound = .connection,
        after seconds: Double
    ) -> Duration? {
        estimate.timeLeft(open: open, leastByPace: pace, bound: bound, at: start + .seconds(seconds))
    }

    @Test("A single answer gives no estimate of the time left")
    func first() {
        var estimate = ProgressEstimate(started: start)
        estimate.record(1, at: start + .seconds(3))
        #expect(estimate.rate(at: start + .seconds(3)) == nil)
        #expect(left(estimate, 299, after: 3) == nil)
    }

    @Test("Many answers within a moment give no estimate of the time left")
    func burst() {
        var estimate = ProgressEstimate(started: start)
        estimate.record(16, at: start + .milliseconds(300))
        #expect(left(estimate, 284, after: 0.3) == nil)
    }

    @Test("After some answers and seconds, the connection's rate gives the estimate")
    func rate() {
        var estimate = ProgressEstimate(started: start)
        for second in 1...10 { estimate.record(second * 5, at: start + .seconds(second)) }
        #expect(estimate.rate(at: start + .seconds(10)) == 5)
        #expect(left(estimate, 250, after: 10) == .seconds(50))
    }

    @Test("A long estimate from the pace is shown at once, and wins if it is longer than the rate's")
    func pace() {
        let estimate = ProgressEstimate(started: start)
        #expect(left(estimate, 300, pace: .seconds(1_860), .pace, after: 0.1) == .seconds(1_860))
        #expect(left(estimate, 300, pace: .seconds(1_860), after: 0.1) == .seconds(1_860))
        #expect(left(estimate, 300, pace: .seconds(5), after: 0.1) == nil)
        var quick = ProgressEstimate(started: start)
        for second in 1...10 { quick.record(second * 30, at: start + .seconds(second)) }
        #expect(left(quick, 600, pace: .seconds(3_000), after: 10) == .seconds(3_000))
    }

    @Test("The rate covers only the last minute")
    func window() {
        var estimate = ProgressEstimate(started: start)
        for second in 1...60 { estimate.record(second * 10, at: start + .seconds(second)) }
        for second in 61...180 { estimate.record(600 + second - 60, at: start + .seconds(second)) }
        let rate = estimate.rate(at: start + .seconds(180)) ?? 0
        #expect(rate > 0.9 && rate < 1.1, "\(rate)")
    }

    @Test("Without open items, no time left is estimated")
    func done() { #expect(left(ProgressEstimate(started: start), 0, pace: .seconds(90), .pace, after: 1) == nil) }

    private func text(_ change: (inout UploadTally) -> Void, rate: Double?, left: Duration?) -> String {
        var tally = UploadTally(total: 300)
        change(&tally)
        let text = ProgressText(tally: tally, rate: rate, left: left, elapsed: .seconds(250))
        return text.line(at: start) { $0 == start ? "22:41:03" : "23:40" }
    }

    @Test("A line contains the time of day, counts, rate, time left, time so far and reason")
    func line() {
        #expect(
            text(
                {
                    $0.bound = .pace
                    $0.throttled = 2
                },
                rate: 0.104,
                left: .seconds(1_871)
            )
                == "22:41:03  0 of 300 uploaded, 0.1/s, about 31 min left, 4 min 10 s so far; throttled by the service: steady pace for an hour"
        )
        #expect(
            text(
                {
                    $0.bound = .hour
                    $0.waitsUntil = start + .seconds(3_540)
                },
                rate: nil,
                left: .seconds(3_540)
            )
                == "22:41:03  0 of 300 uploaded, about 59 min left, 4 min 10 s so far; the hour's quota is used up: waiting until 23:40"
        )
        #expect(text({ _ in }, rate: 25.7, left: nil).contains("uploaded, 25/s, 4 min 10 s so far; as fast as"))
    }

    @Test(
        "Long durations are rounded",
        arguments: [
            (0, "1 s"), (7, "7 s"), (12, "10 s"), (88, "90 s"), (95, "2 min"), (1_871, "31 min"), (3_569, "59 min"),
            (3_600, "1 h"), (7_795, "2 h 10 min"),
        ] as [(Int, String)]
    )
    func rough(seconds: Int, text: String) { #expect(TimeText.rough(.seconds(seconds)) == text) }
}
