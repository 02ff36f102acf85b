import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

/// An attacker has added events to the journal, and each is valid after the events before it.
@Suite("A forged journal causes extra requests, but no other harm")
struct ForgedJournalTests {
    private let log = MemoryLog()
    private let journal: Journal
    private let service = FakeMessageService()
    private let time = ManualTime(now: Samples.start, jumps: true)
    private let ours = Samples.items(2)
    /// A message of another tool, whose text the service does not return.
    private let foreign = ServiceID(high: 0x1111_1111_1111_4111, low: 0x8111_1111_1111_1111)
    private let slot = DefaultSlot(product: "annual", locale: "de-DE")

    init() { journal = Journal(log) }

    /// How the foreign message appears in the journal.
    enum Disguise: String, CaseIterable, Sendable {
        case unknown, withAnyText
    }

    private func makeRun(_ id: RunID) -> Run {
        Run(id, journal: journal, service: service, time: time)
    }

    private func begin(_ command: RunCommand = .settle) async throws -> RunID {
        var start = JournalSamples.run(started: time.now)
        start.command = command
        return try await journal.beginRun(start)
    }

    /// Uploads two of our messages and a foreign one, all approved.
    private func upload() async throws -> RunID {
        let run = try await begin(.import)
        try await journal.want(ours, in: run)
        for item in ours {
            try await journal.attempt(item.id, .accepted, to: .uploaded, proof: .response, in: run)
            _ = await service.upload(try #require(item.texts), as: item.id)
        }
        _ = await service.upload(MessageContent(header: "Foreign", body: "Text"), as: foreign)
        service.review(ours.map(\.id) + [foreign], .approved)
        return run
    }

    /// Records the foreign message with one of our texts, as if we had uploaded it.
    private func forgeUpload(in run: RunID, origin: Item.Origin = .derived) async throws -> Item {
        var item = ours[1]
        (item.id, item.origin) = (foreign, origin)
        try await journal.want([item], in: run)
        try await journal.attempt(foreign, .accepted, to: .uploaded, proof: .response, in: run)
        return item
    }

    @Test("An item that the journal calls ours is deleted only if its ID matches its text")
    func deletion() async throws {
        let run = try await upload()
        let item = try await forgeUpload(in: run)
        let error = await #expect(throws: GlossportError.self) {
            _ = try await Pruner(makeRun(run)).plan(wanted: Set(ours.map(\.id)), products: [])
        }
        #expect(error?.code == .journal)
        #expect(error?.message.contains("\(item.title) (\(foreign)) has an id that does not match its content") == true)
        #expect(service.held[foreign] != nil)
    }

    @Test("A message with a fixed ID is not proposed for deletion, but is deleted if named")
    func fixedIDs() async throws {
        let run = try await upload()
        let item = try await forgeUpload(in: run, origin: .fixed)
        let prune = Pruner(makeRun(run))
        let (plan, _) = try await prune.plan(wanted: [ours[0].id], products: [])
        #expect(plan.candidates.map(\.item.id) == [ours[1].id] && plan.fixed == [item])
        #expect(try await prune.delete(plan).deleted == [ours[1].id])
        #expect(service.held[foreign] != nil)
        #expect(try await prune.delete([foreign], .message, evenIfShown: true).deleted == [foreign])
    }

    @Test("A foreign default is not replaced, whatever the journal records about it", arguments: Disguise.allCases)
    func replacement(disguise: Disguise) async throws {
        let run = try await upload()
        if disguise == .withAnyText { _ = try await forgeUpload(in: run) }
        try await journal.setDefault(slot, foreign, at: time.now, in: run)
        try await journal.desire(
            [DesiredDefault(slot, message: ours[0].message, item: ours[0].id)],
            in: run
        )
        _ = await service.setDefault(slot, to: foreign)
        let summary = try await Settler(makeRun(run)).settle()
        #expect(summary.conflicts.map(\.present) == [foreign] && summary.set.isEmpty)
        let byHand = DefaultChange(makeRun(try await begin(.changeDefaults)))
        let proposals = try await byHand.propose([.init(slot, ours[1].id)], takesOver: false)
        #expect(proposals.changes.isEmpty && proposals.conflicts.map(\.present) == [foreign])
        #expect(service.defaults[slot] == foreign)
    }

    @Test("A foreign default that the journal records as seen and ours is not replaced")
    func seen() async throws {
        let run = try await upload()
        let item = try await forgeUpload(in: run)
        try await journal.desire([DesiredDefault(slot, message: item.message, item: foreign)], in: run)
        try await journal.recordSeenDefault(slot, .init(foreign, at: time.now, isOurs: true), in: run)
        try await journal.desire(
            [DesiredDefault(slot, message: ours[0].message, item: ours[0].id)],
            in: run
        )
        _ = await service.setDefault(slot, to: foreign)
        #expect(try await Settler(makeRun(run)).settle().conflicts.map(\.present) == [foreign])
    }

    @Test("A message whose ID does not match its text is not set as a default")
    func desired() async throws {
        let run = try await upload()
        let item = try await forgeUpload(in: run)
        try await journal.desire([DesiredDefault(slot, message: item.message, item: foreign)], in: run)
        let error = await #expect(throws: GlossportError.self) { _ = try await Settler(makeRun(run)).settle() }
        #expect(error?.code == .journal)
        let byHand = DefaultChange(makeRun(try await begin(.changeDefaults)))
        await #expect(throws: GlossportError.self) {
            _ = try await byHand.propose([.init(slot, foreign)], takesOver: true)
        }
        #expect(service.defaults.isEmpty)
    }

    @Test("A rollback restores no message that is unknown to the journal")
    func rollback() async throws {
        let run = try await upload()
        try await journal.setDefault(slot, foreign, at: time.now, in: run)
        try await journal.setDefault(slot, ours[0].id, at: time.now, in: run)
        _ = await service.setDefault(slot, to: ours[0].id)
        let id = try await begin(.changeDefaults)
        let person = Person(agrees: true)
        let rollback = ChangeDefaults(.rollback(emptiesSlots: false) { _ in true }, takesOver: false)
        let changed = try await rollback.perform(
            in: Run(id, journal: journal, service: service, time: time, conversation: person)
        )
        #expect(changed.status == .partial)
        #expect(service.defaults[slot] == ours[0].id)
    }
}
