import RetentionEmulator
import Testing

@Suite("Moment and durations")
struct MomentTests {
    @Test("Milliseconds and seconds are rounded up")
    func rounding() {
        #expect(Moment(microseconds: 1_000_000).millisecondsRoundedUp == 1000)
        #expect(Moment(microseconds: 1_000_001).millisecondsRoundedUp == 1001)
        #expect(Moment(microseconds: 1_000_001).secondsRoundedUp == 2)
    }

    @Test(
        "A duration is a number and a unit",
        arguments: [
            ("250us", Duration.microseconds(250)), ("500ms", .milliseconds(500)), ("5s", .seconds(5)),
            ("1.5s", .milliseconds(1500)), ("2m", .seconds(120)), ("1h", .seconds(3600)), ("0s", .zero),
        ]
    )
    func times(_ text: String, _ duration: Duration) {
        #expect(Duration(text: text) == duration)
    }

    @Test("Any other text is invalid", arguments: ["", "5", "s", "-5s", "5 s", "5d", "1e9s", "9999999999h", "1.2.3s"])
    func noTimes(_ text: String) {
        #expect(Duration(text: text) == nil)
    }
}
