import Glossport
import GlossportChecking
import Testing

@testable import GlossportCommand

@Suite("Durations of days")
struct ReviewClockWordsTests {
    @Test(
        "Two days and more are told in days",
        arguments: [(171_000, "47 h 30 min"), (172_800, "2 d"), (273_600, "3 d 4 h"), (86_400, "24 h")]
    )
    func days(seconds: Int, text: String) {
        #expect(Duration.seconds(seconds).text == text)
    }
}
