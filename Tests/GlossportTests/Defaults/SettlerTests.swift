import CLibrary
import Foundation
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@testable import Glossport

@Suite("Settling")
struct SettlerTests {
    private let journal = Journal(MemoryLog())
    private let service = FakeMessageService()
    private let time = ManualTime(now: JournalSamples.moment(), jumps: true)
    private let items = JournalSamples.items(20)

    private func makeRun(
        _ id: RunID,
        journal: Journal? = nil,
        project: Project? = nil,
        budgets: [Endpoint: Int] = [:],
        maxWait: Duration? = .seconds(900),
        width: Int = 16,
        stop: StopRequest = StopRequest()
    ) -> Run {
        Run(
            id,
            journal: journal ?? self.journal,
            service: service,
            time: time,
            project: project,
            budgets: budgets,
            limits: RunLimits(maxWait: maxWait, concurrency: width),
            stop: stop
        )
    }

    private func settle(
        budgets: [Endpoint: Int] = [:],
        maxWait: Duration? = .seconds(900),
        takesOver: Bool = false,
        project: Project? = nil
    ) async throws -> SettleSummary {
        let run = try await journal.beginRun(JournalSamples.run())
        let settle = Settler(makeRun(run, project: project, budgets: budgets, maxWait: maxWait))
        let summary = try await settle.settle(Settler.Options(takesOver: takesOver))
        try await journal.endRun(run, at: time.now, exitCode: 0)
        return summary
    }

    /// Uploads all items, each desired for a separate product.
    private func upload(approved: Bool = true) async throws {
        let run = try await journal.beginRun(JournalSamples.run())
        _ = try await journal.want(items, in: run)
        for item in items {
            try await journal.attempt(item.id, .accepted, to: .uploaded, proof: .response, in: run)
            _ = await service.upload(try #require(item.texts), as: item.id)
        }
        let wanted = items.map {
            DesiredDefault(DefaultSlot(product: "p\($0.id)", locale: "de-DE"), message: $0.message, item: $0.id)
        }
        try await journal.desire(wanted, in: run)
        if approved { service.review(items.map(\.id), .approved) }
    }

    @Test("If the deadline passes during a review, the status is `deadline`, even if a pending review counts as done")
    func stoppedReview() {
        var summary = SettleSummary(pending: [ItemRecord(item: items[0], state: .uploaded)])
        #expect(summary.status(pendingIsDone: true) == .done)
        summary.stop = .deadline
        #expect(summary.status(pendingIsDone: true) == .deadline)
    }

    @Test("The number of defaults in progress does not exceed the number of connections", arguments: [1, 2, 8])
    func width(connections: Int) async throws {
        try await upload()
        let run = try await journal.beginRun(JournalSamples.run())
        let summary = try await Settler(makeRun(run, width: connections)).settle(Settler.Options())
        #expect(summary.set.count == 20)
        #expect((1...connections).contains(service.mostUnderWay))
    }

    @Test("A default set late by a superseded run is ours, and its slot is read first")
    func superseded() async throws {
        try await upload()
        let (slot, late) = (DefaultSlot(product: "p\(items[19].id)", locale: "de-DE"), items[0].id)
        let sleeper = try await journal.beginRun(JournalSamples.run())
        try await journal.recordDefaultAttempt(slot, late, in: sleeper)
        _ = try await settle()
        _ = await service.setDefault(slot, to: late)
        time.advance(by: .seconds(3_601))
        // One of 20 slots is read.
        let summary = try await settle(budgets: [.getDefault: 10])
        #expect(summary.set.map(\.slot) == [slot])
        #expect(summary.conflicts.isEmpty)
    }

    @Test("Approved messages become defaults once, and the next run sets nothing")
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

    @Test(
        "A default deleted elsewhere is found and restored after some runs, even with little quota",
        arguments: [(50, 4), (9, 20)]
    )
    func rotates(allowance: Int, passes: Int) async throws {
        try await upload()
        _ = try await settle()
        let slot = DefaultSlot(product: "p\(items[19].id)", locale: "de-DE")
        _ = await service.deleteDefault(slot)
        for _ in 0..<passes {
            time.advance(by: .seconds(3_700))
            _ = try await settle(budgets: [.getDefault: allowance])
        }
        #expect(service.defaults[slot] == items[19].id)
    }

    @Test("A default deleted elsewhere is not restored if its text has been rejected since")
    func rejectedSince() async throws {
        try await upload()
        _ = try await settle()
        service.review([items[19].id], .rejected)
        _ = await service.deleteDefault(DefaultSlot(product: "p\(items[19].id)", locale: "de-DE"))
        let summary = try await settle()
        #expect(summary.waiting.map(\.desired.item) == [items[19].id])
        #expect(service.defaultCalls == 20)
    }

    @Test("A message in review is not set, and the outcome is `notYet`")
    func waits() async throws {
        try await upload(approved: false)
        let summary = try await settle()
        #expect(summary.outcome == .notYet)
        #expect(summary.pending.count == 1)
        #expect(summary.waiting.count == 20)
        #expect(service.defaultCalls == 0)
    }

    @Test("A rejection is reported with the location of its text")
    func rejected() async throws {
        try await upload()
        service.review([items[19].id], .rejected)
        let summary = try await settle()
        #expect(summary.outcome == .rejected)
        #expect(summary.rejected.map(\.item.source) == [items[19].source])
    }

    @Test("Requests with a lost answer or a refused token are retried until every default is set")
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

    @Test("A 429 pauses all requests until the given time")
    func throttled() async throws {
        try await upload()
        service.scriptDefaults([Answer(.throttled, status: 429, retryAt: time.now + .seconds(60))])
        let started = time.now
        let summary = try await settle()
        #expect(summary.outcome == .done)
        #expect(time.now - started >= .seconds(60))
    }

    @Test("Two runs within an hour do not exceed the hourly allowance")
    func allowance() async throws {
        try await upload()
        let first = try await settle(budgets: [.configureDefault: 8], maxWait: .seconds(1))
        #expect(first.set.count == 8)
        #expect(first.outcome == .notYet)
        #expect(first.outOfQuota != nil)
        let second = try await settle(budgets: [.configureDefault: 8], maxWait: .seconds(1))
        #expect(second.set.isEmpty)
        #expect(service.defaultCalls == 8)
    }

    @Test("A run that uses up its quota reports the remaining defaults, and a run an hour later sets them")
    func secondRun() async throws {
        try await upload()
        let first = try await settle(budgets: [.getDefault: 12])
        #expect(first.set.count == 12 && first.outOfQuota?.left == 8 && first.outcome == .notYet)
        time.advance(by: .seconds(3_601))
        let second = try await settle(budgets: [.getDefault: 12])
        #expect(second.outcome == .done && second.set.count == 8 && second.alreadySet == 12)
    }

    @Test("A run does not wait for quota just to verify defaults that are already set")
    func noSpareQuestion() async throws {
        try await upload()
        _ = try await settle()
        let (start, questions) = (time.now, service.questions)
        let summary = try await settle(budgets: [.getDefault: 20], maxWait: nil)
        #expect(summary.outcome == .done && time.now == start && service.questions == questions)
    }

    @Test("Conflicting defaults do not use up the quota for the others")
    func conflictsLast() async throws {
        try await upload()
        let foreign = JournalSamples.item(99)
        for item in items.sorted(by: { $0.id < $1.id }).prefix(15) {
            await put(
                foreign.id,
                in: DefaultSlot(product: "p\(item.id)", locale: "de-DE"),
                texts: try #require(foreign.texts)
            )
        }
        #expect(try await settle(budgets: [.getDefault: 10]).conflicts.count == 10)
        time.advance(by: .seconds(3_601))
        let second = try await settle(budgets: [.getDefault: 10])
        #expect(second.conflicts.count == 5 && second.set.count == 5)
    }

    @Test("A message unknown to the service fails with Apple's error text, and the others are set")
    func missing() async throws {
        try await upload()
        service.scriptDefaults([Answer(.notFound, status: 404, appleCode: 4_040_015, detail: "Message not found.")])
        let summary = try await settle()
        #expect(summary.outcome == .partial)
        #expect(summary.set.count == 19)
        #expect(summary.failed.first?.reason.contains("Message not found.") == true)
    }

    @Test("A default that the service refuses as not approved waits for review", arguments: [4_030_017, 4_030_018])
    func notApproved(code: Int) async throws {
        try await upload()
        service.scriptDefaults([Answer(.refused, status: 403, appleCode: code)])
        let summary = try await settle()
        #expect(summary.outcome == .notYet)
        #expect(summary.waiting.count == 1 && summary.need == .review)
        #expect(summary.waiting.first?.reason.contains("Apple's error \(code)") == true)
        #expect(try await settle().outcome == .done)
    }

    @Test("A default deleted elsewhere that cannot be restored yet counts as waiting")
    func takenAway() async throws {
        try await upload()
        #expect(try await settle().outcome == .done)
        let slot = try #require(service.defaults.keys.first)
        _ = await service.deleteDefault(slot)
        service.scriptDefaults([Answer(.refused, status: 403, appleCode: 4_030_018)])
        let summary = try await settle()
        #expect(summary.outcome == .notYet && summary.waiting.count == 1)
    }

    @Test("A refused default does not count as set, and the next run tries again")
    func refusedIsNotSet() async throws {
        try await upload()
        service.scriptDefaults([Answer(.refused, status: 400, detail: "Invalid request.")])
        let first = try await settle()
        #expect(first.failed.count == 1)
        let records = try await journal.read(at: JournalSamples.sandbox) { $0.defaults }
        #expect(records.count { $0.lastSet != nil } == 19)
        let second = try await settle()
        #expect(second.set.count == 1)
        #expect(Set(service.defaults.values) == Set(items.map(\.id)))
    }

    @Test("A token that is refused repeatedly ends the run with a credentials error")
    func unauthorized() async throws {
        try await upload()
        service.scriptDefaults(Array(repeating: Answer(.unauthorized, status: 401), count: 40))
        let error = await #expect(throws: GlossportError.self) { try await settle() }
        #expect(error?.code == .credentials)
    }

    @Test("The rejection of a message that the project no longer names is ignored")
    func unlisted() async throws {
        try await upload()
        service.review([items[19].id], .rejected)
        let run = try await journal.beginRun(JournalSamples.run())
        var project = Project(app: "com.example")
        project.messages["another"] = Project.Message()
        project.flip = .each
        let settle = Settler(makeRun(run, project: project))
        #expect(try await settle.settle().rejected.isEmpty)
    }

    @Test("After a process is killed at any step, the next run sets all defaults")
    func killedAnywhere() async throws {
        var cases = 0
        for limit in 0..<1_000 {
            let world = SettlerTests()
            try await world.upload()
            // A process that ends because its disk fails after some events.
            let (log, writer) = (world.journal.log, UUID())
            let run = try await Journal(log, writer: writer).beginRun(JournalSamples.run())
            let stopping = Journal(FailingLog(log, after: limit), writer: writer)
            let killed = Settler(world.makeRun(run, journal: stopping, width: 1))
            let wasKilled: Bool
            do {
                _ = try await killed.settle()
                wasKilled = false
            } catch let error as GlossportError where error.isOfJournal {
                wasKilled = true
            }
            #expect(try await world.settle().outcome == .done)
            #expect(Set(world.service.defaults.values) == Set(world.items.map(\.id)))
            let records = try await world.journal.read(at: JournalSamples.sandbox) { $0.defaults }
            #expect(records.allSatisfy { $0.present == $0.desired && $0.previous == nil && $0.foreign == nil })
            cases += 1
            if !wasKilled { break }
        }
        // Two rows per request, one per default, plus the list, the reviews and the undisturbed case.
        #expect(cases > 60)
    }

    // MARK: Defaults set by other tools

    private func put(_ id: ServiceID, in slot: DefaultSlot, texts: MessageContent) async {
        service.put(texts, as: id)
        service.review([id], .approved)
        _ = await service.setDefault(slot, to: id)
    }

    private var slots: [DefaultSlot] { items.map { DefaultSlot(product: "p\($0.id)", locale: "de-DE") } }

    @Test("A default set by another journal stays and is reported as a conflict")
    func foreign() async throws {
        try await upload()
        let newer = JournalSamples.item(99)
        await put(newer.id, in: slots[3], texts: try #require(newer.texts))
        let summary = try await settle()
        #expect(summary.outcome == .conflict)
        #expect(summary.conflicts.map(\.desired.slot) == [slots[3]])
        #expect(summary.conflicts.map(\.present) == [newer.id])
        #expect(summary.set.count == 19)
        #expect(service.defaults[slots[3]] == newer.id)
        // Seeing the default once does not permit replacing it.
        #expect(try await settle().outcome == .conflict)
        #expect(service.defaults[slots[3]] == newer.id)
        let records = try await journal.read(at: JournalSamples.sandbox) { $0.defaults }
        #expect(records.first { $0.slot == slots[3] }?.foreign == newer.id)
    }

    @Test("With --take-over, a default set by another journal is replaced")
    func takesOver() async throws {
        try await upload()
        let newer = JournalSamples.item(99)
        await put(newer.id, in: slots[3], texts: try #require(newer.texts))
        _ = try await settle()
        #expect(try await settle(takesOver: true).outcome == .done)
        #expect(service.defaults[slots[3]] == items[3].id)
    }

    @Test("A default changed by another tool is found by reading it, and the outcome is a conflict")
    func changedBehindOurBack() async throws {
        try await upload()
        #expect(try await settle().outcome == .done)
        let newer = JournalSamples.item(99)
        await put(newer.id, in: slots[7], texts: try #require(newer.texts))
        let summary = try await settle()
        #expect(summary.outcome == .conflict)
        #expect(summary.alreadySet == 19)
        #expect(service.defaults[slots[7]] == newer.id)
    }

    @Test("A run that is stopped before it has verified all defaults counts the unverified ones as waiting")
    func stoppedWhileVerifying() async throws {
        try await upload()
        _ = try await settle()
        let newer = JournalSamples.item(99)
        await put(newer.id, in: slots[19], texts: try #require(newer.texts))
        let stop = StopRequest()
        let log = StoppingLog(log: journal.log, kind: .defaultSeen, stop: stop)
        let stopping = Journal(log)
        let run = try await stopping.beginRun(JournalSamples.run())
        let summary = try await Settler(makeRun(run, journal: stopping, width: 1, stop: stop)).settle()
        #expect(summary.outcome == .interrupted)
        #expect(summary.alreadySet > 0)
        #expect(summary.alreadySet + summary.waiting.count == 20)
    }

    @Test("A default that was deleted elsewhere is set again")
    func deletedBehindOurBack() async throws {
        try await upload()
        _ = try await settle()
        _ = await service.deleteDefault(slots[7])
        let summary = try await settle()
        #expect(summary.outcome == .done)
        #expect(service.defaults[slots[7]] == items[7].id)
    }

    @Test("A default that another tool set to our message is not set again and then counts as ours")
    func adopted() async throws {
        try await upload()
        await put(items[0].id, in: slots[0], texts: try #require(items[0].texts))
        let calls = service.defaultCalls
        let summary = try await settle()
        #expect(summary.alreadySet == 1 && summary.set.count == 19)
        #expect(service.defaultCalls == calls + 19)
        let run = try await journal.beginRun(JournalSamples.run())
        let wanted = DesiredDefault(slots[0], message: items[1].message, item: items[1].id)
        try await journal.desire([wanted], in: run)
        #expect(try await settle().outcome == .done)
        #expect(service.defaults[slots[0]] == items[1].id)
    }

    @Test("A default from an attempt of ours whose result was not recorded is not a conflict")
    func lostAnswerIsOurs() async throws {
        try await upload()
        let run = try await journal.beginRun(JournalSamples.run())
        // A process set it and died before recording that; since then a newer text is desired.
        try await journal.recordDefaultAttempt(slots[0], items[0].id, in: run)
        _ = await service.setDefault(slots[0], to: items[0].id)
        let wanted = DesiredDefault(slots[0], message: items[1].message, item: items[1].id)
        try await journal.desire([wanted], in: run)
        let summary = try await settle()
        #expect(summary.conflicts.isEmpty)
        #expect(service.defaults[slots[0]] == items[1].id)
    }

    @Test("Defaults that the journal does not desire are reported as not planned")
    func unplanned() async throws {
        var project = Project(app: "com.example")
        project.messages["keep", default: Project.Message()].defaultFor = ["annual"]
        project.locales.expected = ["de-DE", "ja"].compactMap { StoreLocale($0) }
        let summary = try await settle(project: project)
        #expect(summary.outcome == .notYet)
        #expect(summary.need == .importing)
        #expect(summary.unasked.map(\.locale) == ["de-DE", "ja"])
    }

    @Test("A run that waits states whether it needs a review or quota")
    func needs() async throws {
        try await upload(approved: false)
        #expect(try await settle().need == .review)
        service.review(items.map(\.id), .approved)
        #expect(try await settle(budgets: [.getDefault: 1], maxWait: .zero).need == .quota)
    }

    @Test("Two messages that are defaults for the same product are refused")
    func contested() throws {
        var project = Project(app: "com.example")
        for name in ["keep", "offer"] { project.messages[name, default: Project.Message()].defaultFor = ["annual"] }
        let error = #expect(throws: GlossportError.self) { try DesiredDefaults.of([], for: project) }
        #expect(error?.message == "keep and offer are both defaults for annual.")
    }

    /// Settles with takeover, round by round; `gate` receives the number of foreign defaults that will be replaced.
    private func takeOver(for limit: Duration, _ gate: @escaping (Int) async throws -> Void) async throws
        -> SettleSummary
    {
        let run = try await journal.beginRun(JournalSamples.run())
        var project = Project(app: JournalSamples.sandbox.app)
        project.flip = .each
        return try await Settler(makeRun(run, project: project)).settle(
            Settler.Options(takesOver: true),
            for: limit,
            every: .seconds(30),
            beforeTakingOver: gate
        )
    }

    /// Sets an approved message of another tool in every slot, and returns its ID.
    private func showForeign() async throws -> ServiceID {
        let foreign = JournalSamples.item(99, message: "foreign")
        service.put(try #require(foreign.texts), as: foreign.id)
        service.review([foreign.id], .approved)
        for record in try await journal.read(at: JournalSamples.sandbox, { $0.defaults }) {
            _ = await service.setDefault(record.slot, to: foreign.id)
        }
        return foreign.id
    }

    @Test("Foreign defaults are counted before each round replaces them, including those reviewed later")
    func countedBeforeTakingOver() async throws {
        try await upload(approved: false)
        _ = try await showForeign()
        service.review(items.prefix(5).map(\.id), .approved)
        let counts = Mutex<[Int]>([])
        let summary = try await takeOver(for: .seconds(300)) { [service, items] count in
            counts.withLock { $0.append(count) }
            service.review(items.map(\.id), .approved)
        }
        #expect(counts.withLock { $0 } == [5, 20])
        #expect(summary.outcome == .done && summary.set.count == 20 && summary.alreadySet == 0)
        #expect(Set(service.defaults.values) == Set(items.map(\.id)))
    }

    @Test("Foreign defaults stay if taking them over is not permitted")
    func notPermitted() async throws {
        try await upload()
        let foreign = try await showForeign()
        await #expect(throws: GlossportError.self) {
            try await takeOver(for: .zero) { _ in throw GlossportError(.invalidOption, "Too many.") }
        }
        #expect(Set(service.defaults.values) == [foreign])
    }

    @Test("Defaults of an interrupted import are reported as not planned, even without expected locales")
    func cutOff() async throws {
        var project = Project(app: JournalSamples.sandbox.app)
        project.messages[items[0].message, default: Project.Message()].defaultFor = ["annual"]
        let run = try await journal.beginRun(JournalSamples.run())
        let name = MessageName(message: items[0].message, locale: items[0].locale)
        try await journal.deliver([name: DeliveredText(items[0].id)], in: run)
        _ = try await journal.want(items, in: run)
        try await journal.endRun(run, at: time.now, exitCode: 9)
        let summary = try await settle(project: project)
        #expect(summary.unasked == [DefaultSlot(product: "annual", locale: items[0].locale)])
        #expect(summary.outcome == .notYet)
    }

    @Test("Coverage distinguishes set, old, waiting, rejected, taken and missing defaults")
    func coverage() {
        var project = Project(app: "com.example")
        project.messages["keep", default: Project.Message()].defaultFor = ["annual"]
        project.locales.expected = ["de-DE", "fr-FR", "it", "ja"].compactMap { StoreLocale($0) }
        func record(_ locale: String, _ current: ServiceID?) -> DefaultRecord {
            let slot = DefaultSlot(product: "annual", locale: locale)
            return DefaultRecord(slot: slot, message: "keep", desired: items[0].id, lastSet: current)
        }
        let defaults = [record("de-DE", items[0].id), record("fr-FR", items[1].id), record("it", nil)]
        #expect(Coverage(defaults, for: project).slots.map(\.state) == [.set, .old, .waiting, .missing])
        let rejected = Coverage(defaults, reviews: [items[0].id: .rejected], for: project)
        #expect(rejected.slots.map(\.state) == [.set, .rejected, .rejected, .missing])
        var taken = record("it", nil)
        taken.seen = DefaultRecord.Seen(items[2].id, at: Samples.start, isOurs: false)
        #expect(Coverage([taken], for: project).slots(.taken).map(\.slot.locale) == ["it"])
    }
}

/// A log that requests a stop when an event of a given kind is appended.
private struct StoppingLog: WrappedLog {
    let log: any JournalLog
    let kind: JournalEvent.Kind
    let stop: StopRequest

    func append(_ events: [JournalEvent], to destination: Destination, after last: LogPosition) async throws -> Bool {
        if events.contains(where: { $0.kind == kind }) { stop.request(.interrupted) }
        return try await log.append(events, to: destination, after: last)
    }
}
