import Glossport
import Testing

@testable import PostgresJournal

@Suite("Server clock")
struct ServerClockTests {
    @Test(
        "Timestamps are stored in the server's time, whatever the difference",
        arguments: [(0, 0), (7_200, 7_200), (-90, -90)]
    )
    func differs(ahead: Int64, offset: Int64) throws {
        let sent = Timestamp(microseconds: 1_000_000_000)
        let clock = try ServerClock(
            server: 1_000_005_000 + ahead * 1_000_000,
            sent: sent,
            received: sent + .milliseconds(10)
        )
        #expect(clock.offset == offset)
        #expect(clock.stored(sent) == 1_000_000_000 + offset * 1_000_000)
        #expect(clock.local(clock.stored(sent)) == sent)
    }

    @Test("A difference of less than half a second is ignored", arguments: [-499, 499])
    func noise(milliseconds: Int64) throws {
        let sent = Timestamp(microseconds: 1_000_000_000)
        let clock = try ServerClock(server: 1_000_000_000 + milliseconds * 1_000, sent: sent, received: sent)
        #expect(clock.offset == 0)
    }

    @Test(
        "An impossible clock is refused",
        arguments: [.min, -9_223_372_036_854_775, .max, 4_000_000_000_000_000]
    )
    func impossible(microseconds: Int64) {
        let sent = Timestamp(microseconds: 1)
        #expect(throws: PostgresFailure.self) {
            try ServerClock(server: microseconds, sent: sent, received: sent + .milliseconds(10))
        }
    }
}
