import GlossportChecking
import GlossportImporting
import GlossportReading
import GlossportTesting
import Testing

@testable import PostgresJournal

/// What keeps two machines apart: each database here is used by two processes, which differ in their claims.
@Suite("Lease", .enabled(if: PostgresCluster.isThere, "There is no PostgreSQL on this machine."))
struct LeaseTests {
    private let here: TestDatabase
    private let there: TestDatabase

    init() async throws {
        here = try await PostgresCluster.journal()
        there = here.elsewhere
    }

    private var exclusiveRun: RunStart {
        var run = JournalSamples.run()
        run.isExclusive = true
        return run
    }

    private func hold(_ database: TestDatabase) async throws -> JournalHold {
        try await database.store.hold(JournalSamples.sandbox, waiting: .zero, by: ManualTime()) { _ in }
    }

    /// As if the process had not been heard of for so long that others may take over.
    private func expire() throws {
        _ = try here.rows("UPDATE destination SET lease_until = clock_timestamp() - interval '1 s'")
    }

    @Test("Of two machines one gets the destination, the other is told who has it")
    func one() async throws {
        let hold = try await hold(here)
        let journal = try await here.open()
        _ = try await journal.beginRun(exclusiveRun)
        let error = await #expect(throws: GlossportError.self) { try await self.hold(there) }
        #expect(error?.code == .journalLocked)
        #expect(error?.message.contains("is held by process \(ProcessIdentity.current.pid) on ") == true)
        #expect(error?.message.hasSuffix("(`import`).") == true)
        let other = try await there.open()
        await #expect(throws: GlossportError.self) { try await other.beginRun(exclusiveRun) }
        await #expect(throws: GlossportError.self) { try await other.requireNoHolder(at: JournalSamples.sandbox) }
        #expect(try await other.worker(at: JournalSamples.sandbox)?.isAlive == true)
        hold.end()
        try await self.hold(there).end()
    }

    @Test("Another destination is free, and a run that only asks is let in")
    func others() async throws {
        let hold = try await hold(here)
        defer { hold.end() }
        let other = try await there.open()
        _ = try await other.beginRun(JournalSamples.run())
        var elsewhere = exclusiveRun
        elsewhere.destination.environment = .production
        _ = try await other.beginRun(elsewhere)
    }

    @Test("Whoever comes second waits, and gets it when it is given back")
    func waits() async throws {
        let hold = try await hold(here)
        // Whoever gets it at once waits for nothing, and the test would for ever.
        _ = try #require(await #expect(throws: GlossportError.self) { try await self.hold(there) })
        let time = ManualTime()
        let store = there.store
        async let waiting = store.hold(JournalSamples.sandbox, waiting: nil, by: time) { error in
            #expect(error.code == .journalLocked)
        }
        await time.sleepers(1)
        hold.end()
        time.advance(by: .seconds(2))
        try await waiting.end()
    }

    @Test("A run whose lease ran out and was taken writes nothing more, by whatever way")
    func fenced() async throws {
        let hold = try await hold(here)
        defer { hold.end() }
        let journal = try await here.open()
        let run = try await journal.beginRun(exclusiveRun)
        let items = JournalSamples.items(2)
        _ = try await journal.enqueue(items, in: run)
        let start = AttemptStart(.uploadMessage, item: items[0].id, started: JournalSamples.moment())
        let attempt = try await journal.beginAttempt(start, in: run)
        try expire()
        let taken = try await self.hold(there)
        defer { taken.end() }
        let successor = try await there.open()
        let newRun = try await successor.beginRun(exclusiveRun)
        #expect(newRun > run)
        let before = try await successor.allRecords(at: JournalSamples.sandbox)
        let change = ItemChange(items[0].id, to: .uploaded, proof: .response)
        let slot = DefaultSlot(product: "annual", locale: "de-DE")
        let writes: [(String, (PostgresJournal) async throws -> Void)] = [
            ("claim", { _ = try await $0.claim(1, in: run) }),
            ("enqueue", { _ = try await $0.enqueue(JournalSamples.items(3), in: run) }),
            ("beginAttempt", { _ = try await $0.beginAttempt(start, in: run) }),
            (
                "finishAttempt",
                {
                    let end = AttemptEnd(
                        attempt,
                        finished: JournalSamples.moment(1),
                        answer: Answer(.accepted),
                        change: change
                    )
                    try await $0.finishAttempt(end, in: run)
                }
            ), ("settle", { try await $0.settle([change], at: JournalSamples.moment(), in: run) }),
            ("noteDefault", { try await $0.noteDefault(slot, items[0].id, at: JournalSamples.moment(), in: run) }),
            ("endRun", { try await $0.endRun(run, at: JournalSamples.moment(9), exitCode: 0) }),
        ]
        for (name, write) in writes {
            // A journal that was refused once refuses everything, so each gets its own.
            let stale = try await here.open()
            let error = await #expect(throws: GlossportError.self, "\(name)") { try await write(stale) }
            #expect(error?.message.hasPrefix("Run \(run.rawValue) has lost its destination") == true, "\(name)")
        }
        #expect(try await successor.allRecords(at: JournalSamples.sandbox) == before)
        #expect(try await successor.defaults(at: JournalSamples.sandbox).isEmpty)
    }

    @Test("A lease that ran out is not renewed, even if nobody has taken it")
    func expired() async throws {
        let hold = try await hold(here)
        defer { hold.end() }
        let journal = try await here.open()
        let run = try await journal.beginRun(exclusiveRun)
        try expire()
        await #expect(throws: GlossportError.self) { try await journal.enqueue(JournalSamples.items(1), in: run) }
    }

    @Test("Each write renews the lease")
    func renewed() async throws {
        let hold = try await hold(here)
        defer { hold.end() }
        let journal = try await here.open()
        let run = try await journal.beginRun(exclusiveRun)
        _ = try here.rows("UPDATE destination SET lease_until = clock_timestamp() + interval '5 s'")
        _ = try await journal.enqueue(JournalSamples.items(1), in: run)
        let left = try here.rows(
            "SELECT (extract(epoch FROM lease_until - clock_timestamp()))::bigint FROM destination"
        )
        #expect(try left[0].int(0) > 50)
    }

    @Test("Who takes over finds what was under way as after a crash")
    func takeover() async throws {
        let hold = try await hold(here)
        defer { hold.end() }
        let journal = try await here.open()
        let run = try await journal.beginRun(exclusiveRun)
        let items = JournalSamples.items(3)
        _ = try await journal.enqueue(items, in: run)
        _ = try await journal.claim(3, in: run)
        let start = AttemptStart(.uploadMessage, item: items[0].id, started: JournalSamples.moment())
        _ = try await journal.beginAttempt(start, in: run)
        try expire()
        let taken = try await self.hold(there)
        defer { taken.end() }
        let successor = try await there.open()
        let newRun = try await successor.beginRun(exclusiveRun)
        let records = try await successor.enqueue(items, in: newRun)
        #expect(records.map(\.state) == [.sending, .planned, .planned])
        #expect(try await successor.claim(5, in: newRun).map(\.item.id) == items.map(\.id))
    }
}
