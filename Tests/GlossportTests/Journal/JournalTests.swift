import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Journal")
struct JournalTests {
    private typealias Samples = JournalSamples

    private var exclusiveRun: RunStart {
        var run = Samples.run()
        run.isExclusive = true
        return run
    }

    @Test("Each kind of write has its documented effect on the journal", arguments: JournalMeaning.Check.allCases)
    func meaning(check: JournalMeaning.Check) async throws {
        #expect(try await JournalMeaning().violations(of: check) == [])
    }

    @Test("The journal remembers reviews and defaults", arguments: DefaultsMeaning.Check.allCases)
    func defaults(check: DefaultsMeaning.Check) async throws {
        #expect(try await DefaultsMeaning().violations(of: check) == [])
    }

    @Test("The journal remembers approvals", arguments: ApprovalMeaning.Check.allCases)
    func approvals(check: ApprovalMeaning.Check) async throws {
        #expect(try await ApprovalMeaning().violations(of: check) == [])
    }

    @Test("A writer that is behind the log reads the newer events and then writes again")
    func behind() async throws {
        let log = MemoryLog()
        let (here, there) = (Journal(log), Journal(log))
        let run = try await here.beginRun(Samples.run())
        try await here.want(Samples.items(2), in: run)
        let other = try await there.beginRun(Samples.run())
        try await there.attempt(Samples.item(0).id, .refused, to: .refused, in: other)
        try await here.attempt(Samples.item(1).id, .accepted, to: .uploaded, proof: .response, in: run)
        #expect(try await there.allRecords(at: Samples.sandbox).map(\.state) == [.refused, .uploaded])
        #expect(try await here.allRecords(at: Samples.sandbox).map(\.state) == [.refused, .uploaded])
    }

    private static let emulator = "an emulator on this machine"

    /// Begins a run that records the answer to a list request; without an answer, the run records no request.
    private func ask(_ service: String?, _ answer: Answer? = nil, in journal: Journal) async throws {
        var start = Samples.run()
        start.service = service
        let run = try await journal.beginRun(start)
        guard let answer else { return }
        let attempt = try await journal.beginAttempt(
            AttemptStart(.listMessages, item: nil, started: Samples.moment(0)),
            in: run
        )
        try await journal.finishAttempt(
            AttemptEnd(attempt, finished: Samples.moment(0), answer: answer, change: nil),
            in: run
        )
    }

    @Test("A journal refuses runs with another service, but not runs without one")
    func service() async throws {
        let journal = Journal(MemoryLog())
        try await ask(Self.emulator, .accepted, in: journal)
        try await ask(nil, in: journal)
        try await ask(Self.emulator, .accepted, in: journal)
        let error = await #expect(throws: GlossportError.self) {
            try await ask("https://api.storekit-sandbox.apple.com", in: journal)
        }
        #expect(error?.code == .invalidOption)
        #expect(error?.message.contains("was filled at an emulator on this machine") == true)
    }

    @Test(
        "A service that gave no useful answer does not bind the journal",
        arguments: [
            nil, .noConnection, .lost, .unauthorized, Answer(.accessRefused, status: 302), .throttled(),
        ] as [Answer?]
    )
    func unansweredService(answer: Answer?) async throws {
        let journal = Journal(MemoryLog())
        try await ask(Self.emulator, answer, in: journal)
        try await ask("https://api.storekit-sandbox.apple.com", .accepted, in: journal)
        await #expect(throws: GlossportError.self) { try await ask(Self.emulator, in: journal) }
    }

    @Test("An import leaves a held default unchanged until it is released")
    func held() async throws {
        let journal = Journal(MemoryLog())
        let run = try await journal.beginRun(Samples.run())
        try await journal.want(Samples.items(2), in: run)
        let slot = DefaultSlot(product: "com.example.annual", locale: "de-DE")
        func desire(_ number: Int) async throws -> ServiceID? {
            let wanted = DesiredDefault(slot, message: "keep-annual", item: Samples.item(number).id)
            try await journal.desire([wanted], in: run)
            return try await journal.read(at: Samples.sandbox) { $0.defaults }.first?.desired
        }
        #expect(try await desire(0) == Samples.item(0).id)
        try await journal.hold([slot], true, at: Samples.moment(1), in: run)
        #expect(try await desire(1) == Samples.item(0).id)
        try await journal.hold([slot], false, at: Samples.moment(2), in: run)
        #expect(try await desire(1) == Samples.item(1).id)
    }

    @Test("A superseded run can record only its end, and other writes fail with the reason")
    func superseded() async throws {
        let log = MemoryLog()
        let (here, there) = (Journal(log), Journal(log))
        let item = Samples.item(1)
        let run = try await here.beginRun(exclusiveRun)
        try await here.want([item], in: run)
        let open = try await here.beginAttempt(
            AttemptStart(.uploadMessage, item: item.id, started: Samples.moment()),
            in: run
        )
        _ = try await there.beginRun(exclusiveRun)
        let end = AttemptEnd(
            open,
            finished: Samples.moment(1),
            answer: Answer(.accepted),
            change: ItemChange(item.id, to: .uploaded, proof: .response)
        )
        let slot = DefaultSlot(product: "annual", locale: "de-DE")
        let writes: [(Journal) async throws -> Void] = [
            { _ = try await $0.want(Samples.items(3), in: run) },
            {
                _ = try await $0.beginAttempt(
                    AttemptStart(.listMessages, item: nil, started: Samples.moment()),
                    in: run
                )
            },
            { try await $0.finishAttempt(end, in: run) },
            { try await $0.settle([ItemChange(item.id, to: .refused)], at: Samples.moment(), in: run) },
            { try await $0.recordDefault(slot, item.id, at: Samples.moment(), in: run) },
        ]
        for write in writes {
            let error = await #expect(throws: GlossportError.self) { try await write(here) }
            #expect(error?.code == .journalLocked)
            #expect(
                error?.message.hasPrefix("Another run has taken over com.example.northlight (sandbox): `import`")
                    == true
            )
        }
        #expect(try await there.record(item.id)?.state == .sending)
        #expect(try await there.read(at: Samples.sandbox) { $0.defaults }.isEmpty)
        // Recording its end is harmless.
        try await here.endRun(run, at: Samples.moment(), exitCode: 11)
    }

    @Test("A run that is not exclusive can still write after an exclusive run begins")
    func asking() async throws {
        let log = MemoryLog()
        let journal = Journal(log)
        let run = try await journal.beginRun(Samples.run())
        _ = try await Journal(log).beginRun(exclusiveRun)
        try await journal.want(Samples.items(1), in: run)
    }

    @Test("The writes of many tasks are grouped into fewer commits")
    func groups() async throws {
        let log = CountingLog()
        let journal = Journal(log)
        let run = try await journal.beginRun(Samples.run())
        let items = Samples.items(200)
        try await journal.want(items, in: run)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for item in items {
                group.addTask {
                    try await journal.attempt(item.id, .accepted, to: .uploaded, proof: .response, in: run)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await journal.allRecords(at: Samples.sandbox).allSatisfy { $0.state == .uploaded })
        #expect(log.appends < 300, "\(log.appends) commits for 400 writes")
    }

    @Test("After a failed append, nothing more is written, even if the log would accept it")
    func failure() async throws {
        let log = CountingLog()
        let journal = Journal(log)
        let run = try await journal.beginRun(Samples.run())
        log.fails(next: GlossportError(.journal, "The disk is full."))
        let first = await #expect(throws: GlossportError.self) { try await journal.want(Samples.items(1), in: run) }
        let second = await #expect(throws: GlossportError.self) { try await journal.want(Samples.items(1), in: run) }
        #expect(first?.message == "The disk is full." && second?.message == first?.message)
        #expect(try await journal.allRecords(at: Samples.sandbox).isEmpty)
        #expect(try await Journal(log).lastRun(of: .import, at: Samples.sandbox)?.id == run)
    }
}
