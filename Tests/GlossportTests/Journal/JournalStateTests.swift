import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Fold of journal events")
struct JournalStateTests {
    /// The events of a run that uploads one item on the second attempt.
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

    @Test("The fold names an event that cannot follow those before it")
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

    /// A forged event, and the defect that the fold reports while a run that uploaded item 0 is uploading item 1.
    struct Forgery: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var defect: String
        var event: JournalEvent

        init(
            _ kind: JournalEvent.Kind,
            _ defect: String,
            _ name: String = "",
            item: ServiceID? = nil,
            state: ItemState? = nil,
            _ change: (inout JournalEvent) -> Void = { _ in }
        ) {
            testDescription = "\(kind.rawValue) \(name)"
            self.defect = defect
            event = JournalEvent(kind, in: 1, at: JournalSamples.moment(3), item: item, state: state)
            (event.product, event.locale) = ("annual", "de-DE")
            change(&event)
        }
    }

    /// The attempt for item 1, which has not ended.
    private static let openAttempt: Int64 = 9
    private static let neverPlanned = "is about an item that was never planned"

    @Test(
        "The fold refuses a forged event and reports its defect",
        arguments: [
            Forgery(.defaultSet, "sets a default that no run began to set", item: JournalSamples.item(0).id),
            Forgery(
                .defaultSeen,
                "takes a default for the project's that the project did not want",
                item: JournalSamples.item(0).id
            ) {
                $0.outcome = "ours"
            },
            Forgery(.defaultWanted, neverPlanned, item: JournalSamples.item(9).id),
            Forgery(.defaultReleased, "changes nothing: the default is not held"),
            Forgery(.reviewed, neverPlanned, item: JournalSamples.item(9).id) { $0.outcome = "APPROVED" },
            Forgery(.lacked, neverPlanned, item: JournalSamples.item(9).id),
            Forgery(.shown, neverPlanned, item: JournalSamples.item(9).id),
            Forgery(.settled, neverPlanned, item: JournalSamples.item(9).id, state: .uploaded),
            Forgery(.settled, "does not fit its state", "as deleted", item: JournalSamples.item(0).id, state: .deleted),
            Forgery(.restored, neverPlanned, item: JournalSamples.item(9).id, state: .uploaded),
            Forgery(.wanted, "plans no upload", "as uploaded", item: JournalSamples.item(9).id, state: .uploaded) {
                $0.endpoint = .uploadMessage
            },
            Forgery(.wanted, "plans no upload", "by a list", item: JournalSamples.item(9).id, state: .planned) {
                $0.endpoint = .listMessages
            },
            Forgery(.attemptEnded, "changes another item", item: JournalSamples.item(0).id, state: .uploaded) {
                ($0.attempt, $0.outcome) = (Self.openAttempt, "accepted")
            },
            Forgery(
                .attemptEnded,
                "does not follow from its answer",
                "refused",
                item: JournalSamples.item(1).id,
                state: .uploaded
            ) {
                ($0.attempt, $0.outcome) = (Self.openAttempt, "refused")
            },
            Forgery(.runWanted, "has an impossible count") { $0.code = .max },
            Forgery(.runWanted, "has an impossible count", "below nothing") { $0.code = -1 },
            Forgery(.runEnded, "leaves no number for the next one") { $0.position.number = .max },
        ]
    )
    func causeless(forgery: Forgery) async throws {
        let log = MemoryLog()
        let journal = Journal(log)
        let run = try await journal.beginRun(JournalSamples.run())
        try await journal.want(JournalSamples.items(2), in: run)
        try await journal.attempt(JournalSamples.item(0).id, .throttled, to: .planned, in: run)
        try await journal.attempt(JournalSamples.item(0).id, .accepted, to: .uploaded, proof: .response, in: run)
        let start = AttemptStart(.uploadMessage, item: JournalSamples.item(1).id, started: JournalSamples.moment(2))
        #expect(try await journal.beginAttempt(start, in: run).rawValue == Self.openAttempt)
        var event = forgery.event
        if event.number == 0 { event.position.number = Self.openAttempt + 1 }
        var state = JournalState(JournalSamples.sandbox)
        try await journal.events(of: JournalSamples.sandbox) { for event in $0 { try state.apply(event) } }
        let last = state.position
        let error = #expect(throws: GlossportError.self) { try state.apply(event) }
        #expect(error?.code == .journal)
        #expect(error?.message.hasSuffix("event \(event.number) (\(event.kind.rawValue)) \(forgery.defect).") == true)
        // The whole journal is refused, with the same message.
        #expect(try await log.append([event], to: JournalSamples.sandbox, after: last))
        #expect(try await Journal(log).check().damage == [error?.message])
    }
}
