import Glossport
import GlossportProject
import GlossportTesting
import Testing

@Suite("Retry-After")
struct RetryAfterTests {
    /// `Mon, 21 Sep 2026 14:13:20 GMT`.
    private let now = Timestamp(seconds: 1_790_000_000)

    @Test(
        "Each format of Retry-After is understood",
        arguments: [
            ("1790000060000", 60),  // UNIX milliseconds, as Apple sends them
            ("1790000060", 60),  // UNIX seconds
            ("60", 60),  // RFC 9110: seconds from now
            ("0", 0),
            ("Mon, 21 Sep 2026 14:14:20 GMT", 60),  // RFC 9110: a date
            ("1789999000000", -1_000), ("Mon, 21 Sep 2026 14:13:10 GMT", -10),  // the past
            ("2105360000000", 315_360_000), ("2105360000", 315_360_000), ("315360000", 315_360_000),  // ten years
            (" 60 ", 60), ("\t60", 60),
        ] as [(String, Int64)]
    )
    func understood(value: String, seconds: Int64) {
        #expect(RetryAfter.moment(value, date: nil, now: now) == now + .seconds(seconds))
    }

    @Test(
        "An invalid Retry-After yields no time",
        arguments: [
            "", " ", "soon", "-5", "+5", "1.5", "60s", "0x3C", "１２", "60, 120", "Infinity", "Mon, 21 Sep 2026",
            "21 Sep 2026 14:14:20 GMT", "Mon, 21 Sep 2026 14:14:20", "Mon, 32 Sep 2026 14:14:20 GMT",
            "Mon, 31 Feb 2026 14:14:20 GMT", "Mon, 21 Foo 2026 14:14:20 GMT", "Mon, 21 Sep 2026 24:14:20 GMT",
            "Mon, 21 Sep 2026 14:14:20 GMT junk", "99999999999999999999999999",
        ]
    )
    func junk(value: String) {
        #expect(RetryAfter.moment(value, date: nil, now: now) == nil)
    }

    @Test(
        "Huge Retry-After values don't overflow",
        arguments: ["9223372036854775807", "999999999999", "9223372036854"]
    )
    func overflow(value: String) throws {
        let moment = try #require(RetryAfter.moment(value, date: nil, now: now))
        #expect(moment > now)
        let skewed = try #require(RetryAfter.moment(value, date: "Mon, 21 Sep 2026 14:13:20 GMT", now: now))
        #expect(skewed > now)
        // The effect on the budget.
        var budget = RequestBudget(allowance: 10, pace: .hourly)
        budget.recordThrottling(retryAt: moment, sent: now, at: now)
        #expect(budget.pausedUntil == now + RequestBudget.longestPause)
    }

    @Test(
        "Absolute times are relative to the response's Date, however wrong either clock is",
        arguments: [-31_536_000, -7_200, -1, 0, 1, 7_200, 31_536_000] as [Int64]
    )
    func skew(seconds: Int64) {
        let serverNow = now + .seconds(seconds)
        let date = HTTPDate.text(serverNow)
        let serverThen = serverNow + .seconds(60)
        for value in [String(serverThen.seconds * 1_000), String(serverThen.seconds), HTTPDate.text(serverThen)] {
            #expect(RetryAfter.moment(value, date: date, now: now) == now + .seconds(60))
        }
        // A number of seconds needs no clock.
        #expect(RetryAfter.moment("60", date: date, now: now) == now + .seconds(60))
    }

    @Test("An invalid Date is ignored", arguments: ["yesterday", "Mon, 01 Jan 1900 00:00:00 GMT"])
    func badDate(date: String) {
        #expect(RetryAfter.moment("1790000060000", date: date, now: now) == now + .seconds(60))
    }

    @Test("HTTP dates are read to the second, across leap days and centuries")
    func dates() {
        #expect(RetryAfter.httpDate("Sun, 06 Nov 1994 08:49:37 GMT") == Timestamp(seconds: 784_111_777))
        #expect(RetryAfter.httpDate("Thu, 29 Feb 2024 23:59:59 GMT") == Timestamp(seconds: 1_709_251_199))
        var random = SeededRandom(seed: 12)
        for _ in 0..<500 {
            let moment = Timestamp(seconds: Int64.random(in: 0...4_102_444_800, using: &random))
            #expect(RetryAfter.httpDate(HTTPDate.text(moment)) == moment)
        }
    }
}
