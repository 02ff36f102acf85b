import Glossport
import GlossportProject
import GlossportTesting
import Testing

@Suite("Texts missing from the newest delivery")
struct DeliveredTests {
    private let journal = Journal(MemoryLog())
    private let slot = DefaultSlot(product: "annual", locale: "de-DE")
    private let item = JournalSamples.item(0)
    private var name: MessageName { MessageName(message: item.message, locale: item.locale) }

    /// Imports a text that is not uploaded yet and desires it as a default.
    private func deliver() async throws -> RunID {
        let run = try await journal.beginRun(JournalSamples.run())
        try await journal.deliver([name: DeliveredText(item.id)], isWhole: true, in: run)
        try await journal.want([item], in: run)
        let wanted = DesiredDefault(slot, message: item.message, item: item.id)
        try await journal.desire([wanted], in: run)
        return run
    }

    private var desired: ServiceID? {
        get async throws { try await journal.read(at: JournalSamples.sandbox) { $0.defaults }.first?.desired }
    }

    @Test("An undelivered text is no longer desired for a slot that shows a message unknown to the journal")
    func foreign() async throws {
        let run = try await deliver()
        try await journal.setDefault(slot, JournalSamples.item(99).id, at: JournalSamples.moment(1), in: run)
        try await journal.deliver([:], isWhole: true, in: run)
        #expect(try await desired == nil)
    }

    @Test("A held slot keeps its undelivered text; the first delivery after its release withdraws it")
    func held() async throws {
        let run = try await deliver()
        try await journal.hold([slot], true, at: JournalSamples.moment(1), in: run)
        try await journal.deliver([:], isWhole: true, in: run)
        #expect(try await desired == item.id)
        try await journal.hold([slot], false, at: JournalSamples.moment(2), in: run)
        try await journal.deliver([:], isWhole: true, in: run)
        #expect(try await desired == nil)
    }

    @Test("Repeating a delivery records no new event for a slot with an undelivered text")
    func once() async throws {
        let run = try await deliver()
        try await journal.setDefault(slot, item.id, at: JournalSamples.moment(1), in: run)
        try await journal.deliver([:], isWhole: true, in: run)
        let events = try await journal.log.events(of: JournalSamples.sandbox, after: 0, limit: 100)
        try await journal.deliver([:], isWhole: true, in: run)
        #expect(try await journal.log.events(of: JournalSamples.sandbox, after: 0, limit: 100) == events)
        #expect(try await desired == item.id)
    }

    @Test("The journal records that the project did not expect a delivered locale")
    func unexpected() async throws {
        let run = try await deliver()
        let text = DeliveredText(item.id, isExpected: false)
        try await journal.deliver([name: text], isWhole: true, in: run)
        #expect(try await journal.read(at: JournalSamples.sandbox) { $0.delivered } == [name: text])
    }

    @Test("Part of a delivery withdraws nothing")
    func part() async throws {
        let run = try await deliver()
        try await journal.deliver([:], in: run)
        #expect(try await desired == item.id)
    }
}
