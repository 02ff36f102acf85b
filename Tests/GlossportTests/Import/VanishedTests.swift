import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

/// Uploads that another tool deletes: items reported as present must be present.
@Suite("Items that vanish from the service")
struct VanishedTests {
    private let journal = Journal(MemoryLog())
    private let service = FakeMessageService()
    private let time = ManualTime(now: Samples.start, jumps: true)
    private let items = Samples.items(3)

    private func makeRun(_ id: RunID) -> Run {
        Run(id, journal: journal, service: service, time: time)
    }

    @discardableResult
    private func `import`(_ wanted: DesiredItems? = nil) async throws -> (plan: DeliveryPlan, summary: ImportSummary) {
        let wanted = wanted ?? DesiredItems(messages: items)
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        let (plan, summary) = try await makeRun(run).importing(wanted)
        let defaults = wanted.messages.map {
            DesiredDefault(DefaultSlot(product: $0.message, locale: $0.locale), message: $0.message, item: $0.id)
        }
        try await journal.desire(defaults, in: run)
        try await journal.endRun(run, at: time.now, exitCode: 0)
        return (plan, summary)
    }

    private func settle(for limit: Duration = .zero) async throws -> SettleSummary {
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        return try await Settler(makeRun(run)).settle(Settler.Options(), for: limit, every: .seconds(30))
    }

    private func approve() { service.review(items.map(\.id), .approved) }

    /// Imports everything and sets the defaults; then another tool deletes the first message.
    private func live() async throws {
        try await `import`()
        approve()
        #expect(try await settle().outcome == .done)
        _ = await service.delete(.message, items[0].id)
        time.advance(by: .seconds(86_400))
    }

    @Test("An item that is absent from one list is reported as missing and not sent again")
    func missing() async throws {
        try await live()
        let plan = try await `import`().plan
        #expect(plan.count(.present) == 3)
        #expect(service.uploads.count == 3)
        let summary = try await settle()
        #expect(summary.missing.map(\.item) == [items[0]])
        #expect(summary.vanished.isEmpty)
        #expect(summary.outcome == .notYet && summary.need == .listing)
        #expect(summary.listing?.uploaded == 3 && summary.listing?.seen == 2)
    }

    @Test("An item that is absent from two lists far apart is uploaded and reviewed again under the same ID")
    func vanished() async throws {
        try await live()
        try await `import`()
        time.advance(by: .seconds(600))
        let (plan, summary) = try await `import`()
        #expect(plan.vanished.map(\.id) == [items[0].id])
        #expect(summary.outcome == .done && summary.done == 1)
        #expect(service.uploads.last == items[0].id)
        #expect(service.held.count == 3)
        #expect(try await journal.read(at: Samples.destination) { $0.reviews }[items[0].id] == nil)
        #expect(try await journal.read(at: Samples.destination) { $0.absences }.isEmpty)
        let waiting = try await settle()
        #expect(waiting.pending.map(\.item) == [items[0]])
        approve()
        #expect(try await settle().outcome == .done)
    }

    @Test("Settling reports a vanished item and its default, and does not wait for the item")
    func reported() async throws {
        try await live()
        let slot = DefaultSlot(product: items[0].message, locale: items[0].locale)
        _ = await service.deleteDefault(slot)
        let start = time.now
        let summary = try await settle(for: .seconds(86_400))
        #expect(summary.vanished.map(\.item) == [items[0]])
        #expect(summary.outcome == .partial)
        #expect(summary.waiting.map(\.reason) == ["it has vanished from the service"])
        #expect(summary.pending.isEmpty)
        #expect(time.now - start < .seconds(700))
        var project = Project(app: Samples.destination.app)
        for item in items {
            var message = Project.Message()
            message.defaultFor = [item.message]
            project.messages[item.message] = message
        }
        let absences = Absences(try await journal.read(at: Samples.destination) { $0.absences }, after: .seconds(600))
        let coverage = Coverage(
            try await journal.read(at: Samples.destination) { $0.defaults },
            absences: absences,
            for: project
        )
        #expect(coverage.slots(.doubtful).map(\.slot) == [slot])
        #expect(coverage.count(.set) == 2)
    }

    @Test("After an item appears in a list again, its earlier absence no longer counts")
    func back() async throws {
        try await live()
        _ = try await settle()
        time.advance(by: .seconds(500))
        service.put(try #require(items[0].texts), as: items[0].id)
        approve()
        #expect(try await settle().outcome == .done)
        _ = await service.delete(.message, items[0].id)
        time.advance(by: .seconds(500))
        #expect(try await settle().vanished.isEmpty)
    }

    @Test("If the service still has a vanished item, its upload gets a 409, and the item counts as present")
    func heldAfterAll() async throws {
        try await live()
        try await `import`()
        time.advance(by: .seconds(600))
        service.script([.answer(.present)])
        let summary = try await `import`().summary
        #expect(summary.outcome == .done && summary.alreadyThere == 3)
    }

    @Test("A vanished item with a fixed ID is a conflict and is not uploaded again automatically")
    func fixed() async throws {
        let fixed = DesiredItems(messages: Samples.items(1, origin: .fixed))
        try await `import`(fixed)
        _ = await service.delete(.message, fixed.messages[0].id)
        try await `import`(fixed)
        time.advance(by: .seconds(600))
        let (plan, summary) = try await `import`(fixed)
        #expect(plan.count(.conflict) == 1)
        #expect(plan.messages.items[0].reason?.description.contains("import --retry-refused") == true)
        #expect(summary.outcome == .conflict)
        #expect(service.uploads.count == 1)
    }

    @Test("An item that we deleted is not reported as vanished")
    func deletedByUs() async throws {
        try await live()
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        try await journal.recordDeletion(of: [items[0].id], at: time.now, in: run)
        _ = try await settle()
        time.advance(by: .seconds(600))
        #expect(try await settle().vanished.isEmpty)
        #expect(try await journal.read(at: Samples.destination) { $0.absences }.isEmpty)
    }

    @Test("A vanished item that is not needed is not reported, and pruning drops it without a request")
    func unneeded() async throws {
        let old = Samples.items(1)
        let new = Samples.items(1, text: "Bleib doch")
        try await `import`(DesiredItems(messages: old))
        try await `import`(DesiredItems(messages: new))
        _ = await service.delete(.message, old[0].id)
        let deletions = service.deletions
        _ = try await settle()
        time.advance(by: .seconds(600))
        #expect(try await settle().vanished.isEmpty)
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        let prune = Pruner(makeRun(run))
        let (plan, _) = try await prune.plan(wanted: Set(new.map(\.id)), products: [])
        #expect(plan.candidates.isEmpty && plan.vanished == [old[0]])
        _ = try await prune.delete(plan)
        #expect(service.deletions == deletions)
        #expect(try await journal.read(at: Samples.destination) { $0.uploaded(.message) } == [new[0].id])
    }
}
