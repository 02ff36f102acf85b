import GlossportTesting
import Testing

@testable import Glossport
@testable import GlossportCommand

@Suite("The next message in simulate")
struct SimulateReportTests {
    /// Returns the sentence about an approved message that will replace another one.
    private func sentence(isHeld: Bool) async throws -> String {
        let new = JournalSamples.item(2)
        let journal = Journal(MemoryLog())
        let run = try await journal.beginRun(JournalSamples.run())
        _ = try await journal.want([new], in: run)
        try await journal.attempt(new.id, .accepted, to: .uploaded, proof: .response, in: run)
        try await journal.recordReviews([new.id: .approved], at: JournalSamples.moment(2), in: run)
        let contents = try await JournalContents(journal, at: JournalSamples.sandbox, vanishedAfter: .zero)
        let slot = DefaultSlot(product: "com.example.northlight.annual", locale: "de-DE")
        let old = JournalSamples.item(1).id
        var record = DefaultRecord(slot: slot, message: new.message, desired: new.id, lastSet: old)
        record.isHeld = isHeld
        let items = [new.id: ItemRecord(item: new, state: .uploaded)]
        let next = SimulateCommand.next(after: record, items, contents)
        return try #require(next?.sentence)
    }

    @Test("simulate reports that settle will set an approved message")
    func approved() async throws {
        #expect(try await sentence(isHeld: false).contains("`glossport settle` sets it"))
    }

    @Test("simulate reports that an approved message waits for the release of a held default")
    func held() async throws {
        let sentence = try await sentence(isHeld: true)
        #expect(sentence.hasSuffix(" is to take its place once it is released; it is approved."))
    }
}
