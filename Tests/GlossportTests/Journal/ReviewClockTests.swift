import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Review clock")
struct ReviewClockTests {
    private let office = Office()

    private func clock(_ environment: ServiceEnvironment = .sandbox) async throws -> ReviewClock {
        try await office.contents(environment).clock
    }

    private func wait(_ duration: Duration) async throws {
        try await office.time.sleep(until: office.time.now + duration)
    }

    @Test("A review lasts from upload to the first list with a verdict; pending ones count by locale")
    func durations() async throws {
        _ = try await office.perform(ImportMessages(office.deliveries("Bleib")), asking: Person(agrees: true))
        let uploaded = office.time.now
        try await wait(.seconds(3_600))
        var clock = try await clock()
        #expect(clock.pending.map(\.locale) == ["de-DE", "fr-FR"])
        #expect(clock.pending.allSatisfy { $0.messages == 1 && $0.since <= uploaded })
        #expect(clock.reviews == 0 && clock.median == nil)
        try await wait(.seconds(7_200))
        let service = office.service(.sandbox)
        service.review(Array(service.held.keys.sorted().prefix(1)), .approved)
        _ = try await office.perform(SettleDefaults())
        try await wait(.seconds(10_800))
        service.review(Array(service.held.keys), .approved)
        _ = try await office.perform(SettleDefaults())
        clock = try await self.clock()
        #expect(clock.pending.isEmpty && clock.reviews == 2)
        #expect(clock.longest.map { $0 >= .seconds(21_600) && $0 < .seconds(21_700) } == true)
        // A later list does not change the durations.
        try await wait(.seconds(10_800))
        _ = try await office.perform(SettleDefaults())
        #expect(try await self.clock() == clock)
    }

    @Test("Each environment has a separate clock")
    func environments() async throws {
        try await office.publish(office.deliveries("Bleib"))
        #expect(try await clock().reviews == 2)
        #expect(try await clock(.production).reviews == 0)
    }
}
