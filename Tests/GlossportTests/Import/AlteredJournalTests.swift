import Glossport
import GlossportReading
import GlossportTesting
import Testing

@Suite("Import with an altered journal")
struct AlteredJournalTests {
    private let time = ManualTime(now: Samples.start, jumps: true)
    private let service = FakeMessageService()

    private func run(_ items: [Item], _ journal: Journal) async throws -> ImportSummary {
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        let wanted = DesiredItems(messages: items)
        return try await Run(run, journal: journal, service: service, time: time).importing(wanted).summary
    }

    private static func altered(_ item: Item) -> Item {
        var altered = item
        altered.content = .message(MessageContent(header: "Tampered", body: "Text"))
        return altered
    }

    @Test("One altered text stops the import before any upload, and the error names it")
    func planned() async throws {
        let items = Samples.items(5)
        let journal = Journal(MemoryLog())
        let earlier = try await journal.beginRun(JournalSamples.run())
        _ = try await journal.want([Self.altered(items[3])], in: earlier)
        let error = await #expect(throws: GlossportError.self) { _ = try await run(items, journal) }
        #expect(error?.code == .journal)
        #expect(error?.message.contains("keep-3 de-DE (\(items[3].id)) does not match its digest") == true)
        #expect(error?.remedy?.contains("`glossport journal rebuild`") == true)
        #expect(service.uploads.isEmpty)
    }

    @Test("An item with a fixed ID may contain an older text if that text matches its digest")
    func fixed() async throws {
        let old = Samples.items(1, text: "Old", origin: .fixed)[0]
        var new = Samples.items(1, text: "New", origin: .fixed)[0]
        new.id = old.id
        let journal = Journal(MemoryLog())
        let earlier = try await journal.beginRun(JournalSamples.run())
        _ = try await journal.want([old], in: earlier)
        let summary = try await run([new], journal)
        #expect(summary.outcome == .conflict)
    }
}
