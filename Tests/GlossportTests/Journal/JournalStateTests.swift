import GlossportChecking
import GlossportImporting
import GlossportReading
import GlossportTesting
import Testing

@Suite("The fold of a journal's events")
struct JournalStateTests {
    /// The events of a run that uploads one item at the second try.
    private static func story() async throws -> [JournalEvent] {
        let log = MemoryLog()
        let journal = Journal(log)
        let run = try await journal.beginRun(JournalSamples.run())
        try await journal.want(JournalSamples.items(2), in: run)
        try await journal.attempt(JournalSamples.item(0).id, .throttled, to: .planned, in: run)
        try await journal.attempt(JournalSamples.item(0).id, .accepted, to: .uploaded, proof: .response, in: run)
        try await journal.endRun(run, at: JournalSamples.moment(2), exitCode: 0)
        return try await log.events(of: JournalSamples.sandbox, after: 0, limit: 100)
    }

    @Test("It names an event that can't follow those before it")
    func impossible() async throws {
        let story = try await Self.story()
        func error(_ change: (inout [JournalEvent]) -> Void) -> String? {
            var events = story
            change(&events)
            var state = JournalState(JournalSamples.sandbox)
            do {
                for event in events { try state.apply(event) }
                return nil
            } catch {
                return (error as? GlossportError)?.message
            }
        }
        #expect(error { _ in } == nil)
        #expect(error { $0.swapAt(1, 2) }?.hasSuffix("event 2 (wanted) comes after number 3.") == true)
        #expect(error { $0.removeFirst() }?.hasSuffix("event 2 (wanted) is of run 1, which never began.") == true)
        #expect(
            error { $0.remove(at: 1) }?.hasSuffix("(attempt-began) is about an item that was never planned.") == true
        )
        #expect(
            error { $0.removeAll { $0.number == 5 } }?.hasSuffix("(attempt-ended) ends an attempt that is not open.")
                == true
        )
    }
}
