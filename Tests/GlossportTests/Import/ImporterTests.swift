import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Import run")
struct ImporterTests {
    private let journal = Journal(MemoryLog())
    private let time = ManualTime(now: Samples.start, jumps: true)

    /// Runs one whole import like the command.
    @discardableResult
    private func run(
        _ items: [Item],
        _ service: FakeMessageService,
        budgets: [Endpoint: Int] = [:],
        limits: RunLimits = RunLimits(),
        adoptsFixedIDs: Bool = false,
        stop: StopRequest = StopRequest(),
        time: (any TimeSource)? = nil,
        journal: Journal? = nil
    ) async throws -> ImportSummary {
        let time = time ?? self.time
        let journal = journal ?? self.journal
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        var project = Project(app: run.destination.app)
        project.adoptsFixedIDs = adoptsFixedIDs
        let summary = try await Run(
            run,
            journal: journal,
            service: service,
            time: time,
            project: project,
            budgets: budgets,
            limits: limits,
            stop: stop
        )
        .importing(DesiredItems(messages: items))
        .summary
        // A failed journal accepts no more events.
        if summary.outcome != .unclassified { try await journal.endRun(run, at: time.now, exitCode: 0) }
        return summary
    }

    private func states() async throws -> [ItemState: Int] {
        Dictionary(grouping: try await journal.allRecords(at: Samples.destination), by: \.state).mapValues(\.count)
    }

    @Test("Every item is uploaded once with its own content, and the journal records it")
    func first() async throws {
        let items = Samples.items(300)
        let service = FakeMessageService()
        let summary = try await run(items, service)
        #expect(summary.outcome == .done)
        #expect(summary.done == 300)
        #expect(
            service.held
                == Dictionary(uniqueKeysWithValues: items.compactMap { item in item.texts.map { (item.id, $0) } })
        )
        #expect(service.uploads.count == 300)
        #expect(service.lists == 1)
        #expect(try await states() == [.uploaded: 300])
    }

    @Test("A second run with the same items sends only a list request")
    func second() async throws {
        let items = Samples.items(50)
        let service = FakeMessageService()
        try await run(items, service)
        let summary = try await run(items, service)
        #expect(summary.outcome == .done)
        #expect(summary.alreadyThere == 50)
        #expect(summary.requests == 0)
        #expect(service.uploads.count == 50)
        #expect(service.lists == 2)
    }

    @Test("A changed text is uploaded under a new ID, and the old one stays")
    func changedText() async throws {
        let service = FakeMessageService()
        var items = Samples.items(10)
        try await run(items, service)
        items[3] = Samples.items(10, text: "Bleib doch")[3]
        let summary = try await run(items, service)
        #expect(summary.done == 1)
        #expect(summary.alreadyThere == 9)
        #expect(service.held.count == 11)
        #expect(service.uploads.last == items[3].id)
    }

    @Test("With an empty journal, one list request adopts all existing items")
    func adopted() async throws {
        let items = Samples.items(20)
        let service = FakeMessageService()
        for item in items { service.put(try #require(item.texts), as: item.id) }
        let summary = try await run(items, service)
        #expect(summary.outcome == .done)
        #expect(summary.alreadyThere == 20)
        #expect(service.uploads.isEmpty)
        let proofs = try await journal.allRecords(at: Samples.destination).map(\.proof)
        #expect(proofs.allSatisfy { $0 == .adopted })
    }

    @Test("An item missing from an outdated list is adopted by its 409")
    func staleList() async throws {
        let items = Samples.items(5)
        let service = FakeMessageService()
        service.script([.answer(.present), .answer(.present)])
        let summary = try await run(items, service)
        #expect(summary.alreadyThere == 2)
        #expect(summary.done == 3)
        #expect(summary.outcome == .done)
    }

    @Test("Uploads with lost answers are retried under the same IDs and succeed")
    func lostReplies() async throws {
        let items = Samples.items(30)
        let service = FakeMessageService()
        service.script((0..<6).map { $0.isMultiple(of: 2) ? .keepThen(.lost) : .honest })
        let summary = try await run(items, service)
        #expect(summary.outcome == .done)
        #expect(summary.done == 30)
        #expect(service.held.count == 30)
        #expect(try await states() == [.uploaded: 30])
    }

    @Test("Uploads in doubt are resolved together by one list request")
    func settledByList() async throws {
        let items = Samples.items(4)
        let service = FakeMessageService()
        service.script([.keepThen(.lost), .keepThen(.lost), .answer(.lost)])
        let summary = try await run(
            items,
            service,
            limits: RunLimits(tries: 1, concurrency: 1)
        )
        // Two were stored, one was not, one was accepted.
        #expect(summary.done == 3)
        #expect(summary.unknown == 1)
        #expect(summary.outcome == .partial)
        #expect(service.lists == 2)
        #expect(try await states() == [.uploaded: 3, .unknown: 1])
        let resumed = try await run(items, service)
        #expect(resumed.outcome == .done)
        #expect(resumed.requests == 1)
    }

    @Test("If the list request after doubtful uploads fails, they stay in doubt and the others are done")
    func settlingFails() async throws {
        let service = FakeMessageService()
        service.script([.keepThen(.lost)])
        service.scriptLists([.accepted, .noAccess])
        let summary = try await run(
            Samples.items(2),
            service,
            limits: RunLimits(tries: 1, concurrency: 1)
        )
        #expect(summary.done == 1)
        #expect(summary.unknown == 1)
    }

    @Test("An interrupted run stops cleanly, and the next one sends only the remaining items")
    func interrupted() async throws {
        let stop = StopRequest()
        let service = FakeMessageService(willUpload: { if $0 == 40 { stop.request(.interrupted) } })
        let items = Samples.items(300)
        let first = try await run(items, service, limits: RunLimits(concurrency: 2), stop: stop)
        #expect(first.done == service.held.count)
        #expect(first.done + first.notYet == 300)
        #expect(first.outcome == .interrupted)
        #expect(first.notYet > 200)
        let second = try await run(items, service)
        #expect(second.outcome == .done)
        #expect(second.requests == first.notYet)
        #expect(service.uploads.count == 300)
    }

    @Test("At the deadline the run stops and can be resumed")
    func deadline() async throws {
        let time = ManualTime(now: Samples.start)
        let service = FakeMessageService()
        service.script([.answer(.throttled(until: Samples.start + .seconds(600)))])
        let stop = StopRequest()
        async let run = run(Samples.items(3), service, stop: stop, time: time)
        // The wait that the service requested.
        await time.sleepers(1)
        stop.request(.deadline)
        let summary = try await run
        #expect(summary.outcome == .deadline)
        #expect(summary.notYet == 3 - summary.done)
    }

    @Test("Runs share the hourly allowance, and a run without quota reports when to resume")
    func quota() async throws {
        let items = Samples.items(30)
        let service = FakeMessageService()
        let first = try await run(items, service, budgets: [.uploadMessage: 10])
        #expect(first.outcome == .notYet)
        #expect(first.done == 10)
        let second = try await run(items, service, budgets: [.uploadMessage: 10])
        #expect(second.requests == 0)
        guard case .quota(let quota)? = second.stop else {
            Issue.record("not stopped for quota")
            return
        }
        #expect(quota.resumeAt > Samples.start + .seconds(3_599) && !quota.isThrottled)
        // One connection, because this clock jumps while other requests are in progress.
        let patient = RunLimits(maxWait: nil, concurrency: 1)
        #expect(try await run(items, service, budgets: [.uploadMessage: 10], limits: patient).outcome == .done)
        #expect(service.held.count == 30)
        #expect(time.now >= Samples.start + .seconds(7_200))
    }

    @Test("The journal keeps the pause after a 429, so the next run also waits")
    func throttleIsRemembered() async throws {
        let items = Samples.items(5)
        let service = FakeMessageService()
        service.script([.answer(.throttled(until: Samples.start + .seconds(2_000)))])
        let limits = RunLimits(concurrency: 1)
        #expect(try await run(items, service, limits: limits).outcome == .notYet)
        #expect(try await run(items, service, limits: limits).requests == 0)
        let state = try await journal.budget(.uploadMessage, at: Samples.destination, since: Samples.start)
        #expect(state.pausedUntil.map { $0 >= Samples.start + .seconds(2_000) } == true)
        #expect(state.steadyUntil.map { $0 >= Samples.start + .seconds(3_600) } == true)
    }

    @Test("A refused text fails alone and is not sent again by the next run")
    func refused() async throws {
        let items = Samples.items(3)
        let service = FakeMessageService()
        service.script([.answer(.refused)])
        let first = try await run(items, service, limits: RunLimits(concurrency: 1))
        #expect(first.outcome == .partial)
        #expect(first.failures.map(\.item.id) == [items[0].id])
        let second = try await run(items, service)
        #expect(second.requests == 0)
        #expect(second.failed == 1)
        #expect(
            second.failures.map(\.reason) == [
                "Apple's error 4000162: Header too long. Shorten the header: 66 characters are allowed; Apple does not document how it counts."
            ]
        )
    }

    @Test("A full app stops the run, and uploaded messages stay")
    func full() async throws {
        let service = FakeMessageService(capacity: 4)
        let summary = try await run(Samples.items(6), service, limits: RunLimits(concurrency: 1))
        #expect(summary.outcome == .capacity)
        #expect(summary.done == 4)
        #expect(summary.notYet == 2)
    }

    @Test("A fixed ID that already exists is a conflict unless the user adopts it")
    func fixedIDs() async throws {
        let items = Samples.items(2, origin: .fixed)
        let service = FakeMessageService()
        service.put(try #require(items[0].texts), as: items[0].id)
        let first = try await run(items, service)
        #expect(first.outcome == .conflict)
        #expect(first.done == 1)
        let skipped = try await run(items, service, adoptsFixedIDs: true)
        #expect(skipped.outcome == .done)
        #expect(service.uploads.count == 1)
    }

    @Test("A fixed ID with a changed text is a conflict, and the old text is not sent instead")
    func fixedIDWithOtherText() async throws {
        let old = Samples.items(1, origin: .fixed)
        let service = FakeMessageService()
        service.script([.answer(.full)])
        #expect(try await run(old, service).outcome == .capacity)
        var new = Samples.items(1, text: "Geh nicht", origin: .fixed)
        new[0].id = old[0].id
        #expect(try await run(new, service).outcome == .conflict)
        #expect(service.held.isEmpty)
    }

    // MARK: The list request

    @Test("A transient failure of the list is retried a few times, and the journal records each attempt")
    func listRetries() async throws {
        let service = FakeMessageService()
        service.scriptLists([.lost, .noConnection, .lost])
        #expect(try await run(Samples.items(1), service).outcome == .done)
        #expect(service.lists == 4)
        let spent = try await journal.budget(.listMessages, at: Samples.destination, since: Samples.start).spent
        #expect(spent.count == 4)
    }

    @Test(
        "A failed list ends the run before any upload, and the error states the cause",
        arguments: [
            (.noConnection, .unreachable, 10...100), (.lost, .unreachable, 10...100),
            (.noAccess, .accessRefused, 1...1),
            (.unauthorized, .credentials, 2...2),
        ] as [(Answer, GlossportError.Code, ClosedRange<Int>)]
    )
    func listFails(answer: Answer, code: GlossportError.Code, calls: ClosedRange<Int>) async throws {
        let service = FakeMessageService()
        service.scriptLists(Array(repeating: answer, count: 1_000))
        let error = await #expect(throws: GlossportError.self) { try await run(Samples.items(3), service) }
        #expect(error?.code == code)
        #expect(error?.remedy != nil)
        #expect(calls.contains(service.lists))
        #expect(service.uploads.isEmpty)
    }

    @Test("A list throttled beyond the user's wait ends the run and reports when quota returns")
    func listOutOfQuota() async throws {
        let service = FakeMessageService()
        service.scriptLists([.throttled(until: Samples.start + .seconds(3_000))])
        let quota = await #expect(throws: OutOfQuota.self) { try await run(Samples.items(3), service) }
        #expect(quota?.endpoint == .listMessages)
        #expect(quota.map { $0.resumeAt >= Samples.start + .seconds(3_000) } == true)
        #expect(service.lists == 1)
        #expect(service.uploads.isEmpty)
    }

    @Test("A throttled list waits as instructed, within the user's limit, and the journal remembers it")
    func listThrottled() async throws {
        let service = FakeMessageService()
        service.scriptLists([.throttled(until: Samples.start + .seconds(300))])
        #expect(try await run(Samples.items(1), service).outcome == .done)
        #expect(time.now >= Samples.start + .seconds(300))
        let state = try await journal.budget(.listMessages, at: Samples.destination, since: Samples.start)
        let pause = try #require(state.pausedUntil) - Samples.start
        #expect(pause >= .seconds(300) && pause <= .seconds(301))
    }

    @Test("A dead network trips the breaker, which probes with list requests until the run continues")
    func outage() async throws {
        let service = FakeMessageService()
        service.script(Array(repeating: .answer(.noConnection), count: 8))
        service.scriptLists([.accepted, .noConnection, .noConnection])
        let summary = try await run(Samples.items(200), service)
        #expect(summary.outcome == .done)
        #expect(service.lists == 4)
        #expect(service.uploads.count == 208)
    }

    @Test("A journal that cannot be written stops the run; nothing is sent unrecorded")
    func journalFails() async throws {
        let service = FakeMessageService()
        let failing = Journal(FailingLog(journal.log, after: 5, of: .attemptBegan))
        let summary = try await run(Samples.items(50), service, journal: failing)
        #expect(summary.outcome == .unclassified)
        #expect(service.uploads.count <= 4)
        #expect(summary.planned == 50)
    }

    @Test("A superseded import fails with the error for a locked journal")
    func superseded() async throws {
        let service = FakeMessageService()
        let held = GlossportError(.journalLocked, "Another run has taken over.")
        let failing = Journal(FailingLog(journal.log, after: 5, of: .attemptBegan, failure: held))
        let error = await #expect(throws: GlossportError.self) {
            _ = try await run(Samples.items(50), service, journal: failing)
        }
        #expect(error?.code == .journalLocked)
        #expect(service.uploads.count <= 5)
    }
}
