import GlossportImporting
import GlossportReading
import GlossportTesting
import Testing

@Suite("An import with a journal that somebody has changed")
struct AlteredJournalTests {
    private let time = ManualTime(now: Samples.start, jumps: true)
    private let service = FakeMessageService()

    private func run(_ items: [Item], _ journal: any DefaultsJournal) async throws -> RunSummary {
        let access = ServiceAccess(
            journal: journal,
            service: service,
            time: time,
            destination: Samples.destination,
            budgets: [:]
        )
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        let importRun = ImportRun(BookedService(access, run: run))
        let wanted = WantedItems(messages: items)
        let plan = try await importRun.plan(wanted, adoptsFixedIDs: false)
        return try await importRun.upload(plan, of: wanted, settings: UploadSettings(), seed: 1, progress: { _ in })
    }

    private static func altered(_ item: Item) -> Item {
        var altered = item
        altered.content = .message(MessageContent(header: "Tampered", body: "Text"))
        return altered
    }

    @Test("One changed text stops everything before anything is sent, and is named")
    func planned() async throws {
        let items = Samples.items(5)
        let journal = InMemoryJournal()
        let earlier = try await journal.beginRun(JournalSamples.run())
        _ = try await journal.enqueue([Self.altered(items[3])], in: earlier)
        let error = await #expect(throws: GlossportError.self) { _ = try await run(items, journal) }
        #expect(error?.code == .journal)
        #expect(error?.message.contains("keep-3 de-DE (\(items[3].id)) says something else") == true)
        #expect(error?.remedy?.description.contains("rebuild of the journal") == true)
        #expect(service.uploads.isEmpty)
    }

    @Test("A text that is changed between plan and upload does not leave")
    func claimed() async throws {
        let items = Samples.items(5)
        let summary = try await run(items, AlteringJournal())
        #expect(summary.outcome == .failed)
        #expect(service.uploads.isEmpty)
    }

    @Test("A fixed id may hold an older text, which follows from its own digest")
    func fixed() async throws {
        let old = Samples.items(1, text: "Old", origin: .fixed)[0]
        var new = Samples.items(1, text: "New", origin: .fixed)[0]
        new.id = old.id
        let journal = InMemoryJournal()
        let earlier = try await journal.beginRun(JournalSamples.run())
        _ = try await journal.enqueue([old], in: earlier)
        let summary = try await run([new], journal)
        #expect(summary.outcome == .conflict)
    }

    /// Hands out other texts than it was given.
    private final class AlteringJournal: WrappedJournal {
        let wrapped: any DefaultsJournal = InMemoryJournal()

        func willWrite(_ write: JournalWrite) throws {}

        func claim(_ limit: Int, in run: RunID) async throws -> [ItemRecord] {
            try await wrapped.claim(limit, in: run).map { record in
                var record = record
                record.item = AlteredJournalTests.altered(record.item)
                return record
            }
        }
    }
}
