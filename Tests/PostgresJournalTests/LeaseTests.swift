import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@testable import PostgresJournal

/// The exclusion of a second machine: two processes with different claims use each database.
@Suite("Lease", .enabled(if: PostgresCluster.isThere, "PostgreSQL is not installed; `make test-all` installs it."))
struct LeaseTests {
    private let here: TestDatabase
    private let there: TestDatabase

    init() async throws {
        // The first renewal is after 100 s, so that none happens between the steps of a test.
        here = try await PostgresCluster.journal(leaseLength: .seconds(600))
        there = here.elsewhere
    }

    private var exclusiveRun: RunStart {
        var run = JournalSamples.run()
        run.isExclusive = true
        return run
    }

    private func hold(_ database: TestDatabase) async throws -> JournalHold {
        try await database.store.hold(JournalSamples.sandbox, at: JournalSamples.moment())
    }

    /// Makes the lease expire, as if the process had been silent for too long.
    private func expire() throws {
        _ = try here.rows("UPDATE destination SET lease_until = clock_timestamp() - interval '1 s'")
    }

    /// Renews the lease once, as a process does in the background.
    ///
    /// - Returns: Whether it is renewed.
    private func renew(_ database: TestDatabase) async throws -> Bool {
        let link = PostgresLink(database.address, timeout: .zero)
        defer { link.close() }
        return try await link.write { [lease = database.lease] transaction in
            try lease.renewClaim(try transaction.number(of: JournalSamples.sandbox), in: transaction)
        }
    }

    @Test("Of two machines, one gets the destination, and the other is told which process holds it")
    func one() async throws {
        let hold = try await hold(here)
        let journal = try await here.open()
        _ = try await journal.beginRun(exclusiveRun)
        let error = await #expect(throws: GlossportError.self) { try await self.hold(there) }
        #expect(error?.code == .journalLocked)
        #expect(error?.message.contains("is held by process \(ProcessIdentity.current.pid) on ") == true)
        let other = try await there.open()
        await #expect(throws: GlossportError.self) { try await other.beginRun(exclusiveRun) }
        await #expect(throws: GlossportError.self) { try await other.requireNoHolder(at: JournalSamples.sandbox) }
        #expect(try await other.holder(at: JournalSamples.sandbox)?.isAlive == true)
        hold.end()
        try await self.hold(there).end()
    }

    @Test("Another destination is free, and a run that is not exclusive is permitted")
    func others() async throws {
        let hold = try await hold(here)
        defer { hold.end() }
        let other = try await there.open()
        _ = try await other.beginRun(JournalSamples.run())
        var elsewhere = exclusiveRun
        elsewhere.destination.environment = .production
        _ = try await other.beginRun(elsewhere)
    }

    @Test("A second process waits and gets the lease when it is released")
    func waits() async throws {
        let hold = try await hold(here)
        // If it were free, the first attempt would succeed, and the test would wait forever.
        _ = try #require(await #expect(throws: GlossportError.self) { try await self.hold(there) })
        let time = ManualTime()
        let session = Session(waitingFor: there.store, upTo: nil, by: time)
        async let waiting = session.holdDestination()
        await time.sleepers(1)
        hold.end()
        time.advance(by: .seconds(2))
        try await waiting.end()
    }

    @Test("A run whose lease expired and was taken over writes nothing more")
    func fenced() async throws {
        let hold = try await hold(here)
        defer { hold.end() }
        let journal = try await here.open()
        let run = try await journal.beginRun(exclusiveRun)
        let items = JournalSamples.items(2)
        try await journal.want(items, in: run)
        try expire()
        let taken = try await self.hold(there)
        defer { taken.end() }
        let successor = try await there.open()
        #expect(try await successor.beginRun(exclusiveRun) > run)
        let start = AttemptStart(.uploadMessage, item: items[0].id, started: JournalSamples.moment())
        let error = await #expect(throws: GlossportError.self) { _ = try await journal.beginAttempt(start, in: run) }
        #expect(error?.code == .journalLocked)
        #expect(try await successor.allRecords(at: JournalSamples.sandbox).map(\.state) == [.planned, .planned])
    }

    @Test("A run whose lease expired but was not taken over continues")
    func expired() async throws {
        let hold = try await hold(here)
        defer { hold.end() }
        let journal = try await here.open()
        let run = try await journal.beginRun(exclusiveRun)
        try expire()
        try await journal.want(JournalSamples.items(1), in: run)
    }

    @Test("An expired lease that no other process has taken is renewed, and excludes other processes again")
    func renewed() async throws {
        let hold = try await hold(here)
        defer { hold.end() }
        try expire()
        #expect(try await renew(here))
        let error = await #expect(throws: GlossportError.self) { try await self.hold(there) }
        #expect(error?.code == .journalLocked)
    }

    @Test("An expired lease that another process has taken is not renewed")
    func lost() async throws {
        let hold = try await hold(here)
        defer { hold.end() }
        try expire()
        let taken = try await self.hold(there)
        defer { taken.end() }
        #expect(try await !renew(here))
    }

    @Test("A takeover finds open requests as after a crash")
    func takeover() async throws {
        let hold = try await hold(here)
        defer { hold.end() }
        let journal = try await here.open()
        let run = try await journal.beginRun(exclusiveRun)
        let items = JournalSamples.items(3)
        _ = try await journal.want(items, in: run)
        let start = AttemptStart(.uploadMessage, item: items[0].id, started: JournalSamples.moment())
        _ = try await journal.beginAttempt(start, in: run)
        try expire()
        let taken = try await self.hold(there)
        defer { taken.end() }
        let successor = try await there.open()
        let newRun = try await successor.beginRun(exclusiveRun)
        let records = try await successor.want(items, in: newRun)
        #expect(records.map(\.state) == [.sending, .planned, .planned])
    }
}
