import Glossport
import GlossportTesting
import Testing

@Suite("Items at the service")
struct HeldItemTests {
    @Test("Items known to the journal come first, by message and locale, and unknown ones last")
    func order() async throws {
        let (journal, service) = (Journal(MemoryLog()), FakeMessageService())
        let items = Samples.items(3)
        for item in items { _ = await service.upload(try #require(item.texts), as: item.id) }
        let run = try await journal.beginRun(JournalSamples.run(started: Samples.start))
        _ = try await journal.want([items[2], items[0]], in: run)
        let slot = DefaultSlot(product: "annual", locale: "de-DE")
        try await journal.setDefault(slot, items[2].id, at: Samples.start, in: run)
        let time = ManualTime(now: Samples.start, jumps: true)
        let held = try await HeldItem.all(.message, Run(run, journal: journal, service: service, time: time))
        #expect(held.map(\.id) == [items[0].id, items[2].id, items[1].id])
        #expect(held.map { $0.record != nil } == [true, true, false])
        #expect(held.map(\.isDefault) == [false, true, false])
    }
}
