import Glossport
import GlossportProject
import Testing

@Suite("Timestamps and durations as text")
struct TimestampTextTests {
    @Test(
        "A timestamp is written with its seconds and its time zone",
        arguments: [
            (0, 0, "1970-01-01 00:00:00 UTC"),
            (-1, 0, "1969-12-31 23:59:59 UTC"),
            (1_732_060_800, 3_600, "2024-11-20 01:00:00 +01:00"),
            (1_709_164_799, 0, "2024-02-28 23:59:59 UTC"),
            (1_709_164_800, 0, "2024-02-29 00:00:00 UTC"),
            (951_868_799, 0, "2000-02-29 23:59:59 UTC"),
            (4_107_542_399, 0, "2100-02-28 23:59:59 UTC"),
            (4_107_542_400, 0, "2100-03-01 00:00:00 UTC"),
            (1_767_225_599, 19_800, "2026-01-01 05:29:59 +05:30"),
            (1_767_225_600, -12_600, "2025-12-31 20:30:00 -03:30"),
        ]
    )
    func text(seconds: Int64, offset: Int, expected: String) {
        #expect(Timestamp(seconds: seconds).text(offset: offset) == expected)
    }

    @Test(
        "A timestamp in a document has milliseconds, rounded",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_795_824_142_049_000, "2026-11-28T00:02:22.049Z"),
            (1_795_824_142_049_499, "2026-11-28T00:02:22.049Z"), (1_795_824_142_999_500, "2026-11-28T00:02:23.000Z"),
            (1_709_164_800_001_000, "2024-02-29T00:00:00.001Z"),
        ]
    )
    func document(microseconds: Int64, expected: String) {
        #expect(Timestamp(microseconds: microseconds).rfc3339 == expected)
    }

    @Test("Every millisecond of a second is written as it is")
    func milliseconds() {
        for millisecond in 0..<1_000 {
            let text = Timestamp(milliseconds: 1_795_824_142_000 + Int64(millisecond)).rfc3339
            let digits = String(1_000 + millisecond).dropFirst()
            #expect(text == "2026-11-28T00:02:22.\(digits)Z")
        }
    }

    @Test(
        "A duration of two days or more is written in days and hours",
        arguments: [(171_000, "47 h 30 min"), (172_800, "2 d"), (273_600, "3 d 4 h"), (86_400, "24 h")]
    )
    func days(seconds: Int, text: String) { #expect(Duration.seconds(seconds).text == text) }

    @Test("A duration of any length has a text", arguments: [Int.max, .min])
    func longest(milliseconds: Int) {
        #expect(Duration.milliseconds(milliseconds).text == (milliseconds > 0 ? "106751 d 23 h" : "0 s"))
        #expect(
            PerformanceTest.Start(requestId: ServiceID(high: 1, low: 1), config: .init(totalDuration: milliseconds))
                .duration.text.isEmpty == false
        )
    }
}
