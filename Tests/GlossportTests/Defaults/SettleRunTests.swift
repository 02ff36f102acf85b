import Glossport
import GlossportTesting
import Testing

@Suite("Settling")
struct SettleRunTests {
    private let journal = InMemoryJournal()
    private let service = FakeMessageService()
    private let time = ManualTime(now: JournalSamples.moment(), jumps: true)
    private let items = JournalSamples.items(20)

    private func settle(
        budgets: [Endpoint: Int] = [:],
        maxWait: Duration? = .seconds(900)
    ) async throws -> SettleSummary {
        let run = try await journal.beginRun(JournalSamples.run())
        let settle = SettleRun(
            journal: journal,
            service: service,
            time: time,
            destination: JournalSamples.sandbox,
            budgets: budgets
        )
        let summary = try await settle.settle(flip: .allOrNothing, in: run, maxWait: maxWait)
        try await journal.endRun(run, at: time.now, exitCode: 0)
        return summary
    }

    /// Items that the service holds, each wanted for a product of its own.
    private func upload(approved: Bool = true) async throws {
        let run = try await journal.beginRun(JournalSamples.run())
        _ = try await journal.enqueue(items, in: run)
        for item in items {
            try await journal.attempt(item.id, .accepted, to: .uploaded, proof: .response, in: run)
            _ = await service.upload(try #require(item.texts), as: item.id)
        }
        let wanted = items.map {
            DesiredDefault(DefaultSlot(product: "p\($0.id)", locale: "de-DE"), message: $0.message, item: $0.id)
        }
        try await journal.desire(wanted, products: [:], in: run)
        if approved { service.review(items.map(\.id), .approved) }
    }

    @Test("What is approved becomes the default, once; the next call has nothing to do")
    func sets() async throws {
        try await upload()
        let first = try await settle()
        #expect(first.outcome == .done)
        #expect(first.set.count == 20)
        #expect(Set(service.defaults.values) == Set(items.map(\.id)))
        let second = try await settle()
        #expect(second.outcome == .done)
        #expect(second.alreadySet == 20)
        #expect(service.defaultCalls == 20)
    }

    @Test("What is in review waits, and ends as not yet")
    func waits() async throws {
        try await upload(approved: false)
        let summary = try await settle()
        #expect(summary.outcome == .notYet)
        #expect(summary.pending.count == 1)
        #expect(summary.waiting.count == 20)
        #expect(service.defaultCalls == 0)
    }

    @Test("A rejection is traced to its message")
    func rejected() async throws {
        try await upload()
        service.review([items[19].id], .rejected)
        let summary = try await settle()
        #expect(summary.outcome == .rejected)
        #expect(summary.rejected.map(\.item.source) == [items[19].source])
    }

    @Test("Lost answers and a refused token are tried again; nothing is left out")
    func transient() async throws {
        try await upload()
        let trouble = [
            Answer(.unknown, detail: "reset"), Answer(.notSent, detail: "refused"), Answer(.unauthorized, status: 401),
        ]
        service.scriptDefaults(trouble)
        let summary = try await settle()
        #expect(summary.outcome == .done)
        #expect(summary.set.count == 20)
        #expect(service.defaultCalls == 23)
    }

    @Test("A 429 pauses everything until the time it names")
    func throttled() async throws {
        try await upload()
        service.scriptDefaults([Answer(.throttled, status: 429, retryAt: time.now + .seconds(60))])
        let started = time.now
        let summary = try await settle()
        #expect(summary.outcome == .done)
        #expect(time.now - started >= .seconds(60))
    }

    @Test("The hour's allowance is never exceeded, over runs too")
    func allowance() async throws {
        try await upload()
        let first = try await settle(budgets: [.configureDefault: 8], maxWait: .seconds(1))
        #expect(first.set.count == 8)
        #expect(first.outcome == .notYet)
        #expect(first.resumeAt != nil)
        let second = try await settle(budgets: [.configureDefault: 8], maxWait: .seconds(1))
        #expect(second.set.isEmpty)
        #expect(service.defaultCalls == 8)
    }

    @Test("A message that the service does not know fails with Apple's words, and the others are set")
    func missing() async throws {
        try await upload()
        service.scriptDefaults([Answer(.notFound, status: 404, appleCode: 4_040_015, detail: "Message not found.")])
        let summary = try await settle()
        #expect(summary.outcome == .partial)
        #expect(summary.set.count == 19)
        #expect(summary.failed.first?.reason.contains("Message not found.") == true)
    }

    @Test("A list that was ahead of the decision only means waiting", arguments: [4_030_017, 4_030_018])
    func notApproved(code: Int) async throws {
        try await upload()
        service.scriptDefaults([Answer(.refused, status: 403, appleCode: code)])
        let summary = try await settle()
        #expect(summary.outcome == .notYet)
        #expect(summary.waiting.count == 1)
        #expect(try await settle().outcome == .done)
    }

    @Test("What the service did not take does not count as set; the next call tries again")
    func refusedIsNotSet() async throws {
        try await upload()
        service.scriptDefaults([Answer(.refused, status: 400, detail: "Invalid request.")])
        let first = try await settle()
        #expect(first.failed.count == 1)
        let records = try await journal.defaults(at: JournalSamples.sandbox)
        #expect(records.count { $0.current != nil } == 19)
        let second = try await settle()
        #expect(second.set.count == 1)
        #expect(Set(service.defaults.values) == Set(items.map(\.id)))
    }

    @Test("A token that is refused twice ends the run with a remedy")
    func unauthorized() async throws {
        try await upload()
        service.scriptDefaults(Array(repeating: Answer(.unauthorized, status: 401), count: 40))
        let error = await #expect(throws: GlossportError.self) { try await settle() }
        #expect(error?.code == .credentials)
    }

    @Test("The rejection of a message that the project no longer names concerns nobody")
    func unlisted() async throws {
        try await upload()
        service.review([items[19].id], .rejected)
        let run = try await journal.beginRun(JournalSamples.run())
        let settle = SettleRun(
            journal: journal,
            service: service,
            time: time,
            destination: JournalSamples.sandbox,
            budgets: [:],
            listedMessages: ["another"]
        )
        #expect(try await settle.settle(flip: .each, in: run).rejected.isEmpty)
    }

    @Test("Killed at any step of settling, the next call ends where an undisturbed one would")
    func killedAnywhere() async throws {
        var cases = 0
        for limit in 0... {
            let world = SettleRunTests()
            try await world.upload()
            let stopping = StoppingJournal(world.journal, after: limit)
            let run = try await world.journal.beginRun(JournalSamples.run())
            let killed = SettleRun(
                journal: stopping,
                service: world.service,
                time: world.time,
                destination: JournalSamples.sandbox,
                budgets: [:]
            )
            let wasKilled: Bool
            do {
                _ = try await killed.settle(flip: .allOrNothing, in: run)
                wasKilled = false
            } catch is StoppingJournal.Stopped {
                wasKilled = true
            }
            #expect(try await world.settle().outcome == .done)
            #expect(Set(world.service.defaults.values) == Set(world.items.map(\.id)))
            let records = try await world.journal.defaults(at: JournalSamples.sandbox)
            #expect(records.allSatisfy { $0.current == $0.desired && $0.previous == nil })
            cases += 1
            if !wasKilled { break }
        }
        // Two rows for each request, one for each default, the list's, the reviews, and the undisturbed case.
        #expect(cases > 60)
    }

    @Test("Two messages can't want the same product")
    func contested() throws {
        var project = Project(app: "com.example")
        for name in ["keep", "offer"] { project.messages[name, default: Project.Message()].defaultFor = ["annual"] }
        let error = #expect(throws: GlossportError.self) { try DesiredDefaults.of([], for: project) }
        #expect(error?.message == "keep and offer both want to be the default for annual.")
    }

    @Test("The in-memory journal conforms", arguments: DefaultsConformance.Check.allCases)
    func conforms(check: DefaultsConformance.Check) async throws {
        #expect(try await DefaultsConformance { InMemoryJournal() }.violations(of: check) == [])
    }

    @Test("Coverage tells set, old, waiting and missing apart")
    func coverage() {
        var project = Project(app: "com.example")
        project.messages["keep", default: Project.Message()].defaultFor = ["annual"]
        project.locales.expected = ["de-DE", "fr-FR", "it", "ja"].compactMap { StoreLocale($0) }
        func record(_ locale: String, _ current: ServiceID?) -> DefaultRecord {
            let slot = DefaultSlot(product: "annual", locale: locale)
            return DefaultRecord(slot, message: "keep", desired: items[0].id, current: current)
        }
        let defaults = [record("de-DE", items[0].id), record("fr-FR", items[1].id), record("it", nil)]
        #expect(Coverage(defaults, for: project).slots.map(\.state) == [.set, .old, .waiting, .missing])
    }
}
