import Foundation
import GlossportChecking
import GlossportImporting
import GlossportReading
import GlossportTesting
import Testing

@testable import PostgresJournal

@Suite(
    "PostgreSQL fleet",
    .enabled(if: PostgresCluster.isThere, "PostgreSQL is not installed; `make test-all` installs it.")
)
struct PostgresFleetTests {
    /// A run that keeps its destination for itself.
    private static var exclusive: RunStart {
        var start = JournalSamples.run()
        start.isExclusive = true
        return start
    }

    /// Makes time go by: a server's clock can't be set, but everything can have been earlier.
    private static func pass(_ duration: Duration, in database: TestDatabase) throws {
        let interval = "interval '\(duration.nanoseconds / 1_000_000) ms'"
        _ = try database.rows("UPDATE project SET wake_at = wake_at - \(interval) WHERE isfinite(wake_at)")
        _ = try database.rows("UPDATE worker SET started = started - \(interval), seen = seen - \(interval)")
        _ = try database.rows("UPDATE destination SET lease_until = lease_until - \(interval)")
    }

    @Test(
        "It conforms, also behind a pooler",
        arguments: FleetConformance.Check.allCases,
        PostgresCluster.Way.allCases
    )
    func conforms(check: FleetConformance.Check, way: PostgresCluster.Way) async throws {
        let database = try await PostgresCluster.journal(way)
        let kit = FleetConformance(PostgresFleet(database.address)) { try Self.pass($0, in: database) }
        #expect(try await kit.violations(of: check) == [])
    }

    @Test("What somebody holds is not taken, and is due when the lease has run out")
    func held() async throws {
        let database = try await PostgresCluster.journal()
        let fleet = PostgresFleet(database.address)
        let hold = try await database.store.hold(JournalSamples.sandbox, waiting: .zero, by: ManualTime()) { _ in }
        defer { hold.end() }
        let journal = try await database.open()
        _ = try await journal.beginRun(Self.exclusive)
        let offers = [JournalSamples.sandbox: FleetConformance.digest(1)]
        _ = try await fleet.submit(offers, by: "Noa Levi")
        #expect(try await fleet.takeDue(of: offers) == nil)
        let holder = try await fleet.projects().first?.holder
        #expect(holder?.command == .import)
        #expect(holder?.process == Int(ProcessIdentity.current.pid))
        try Self.pass(.seconds(61), in: database)
        #expect(try await fleet.projects().first?.holder == nil)
        #expect(try await fleet.takeDue(of: offers)?.destination == JournalSamples.sandbox)
    }

    @Test(
        "What one app's events say does not keep the others from being shown",
        arguments: ["text = '{' WHERE kind = 'run-began'", "code = 9223372036854775807 WHERE kind = 'run-wanted'"]
    )
    func unreadableEvent(change: String) async throws {
        let database = try await PostgresCluster.journal()
        let fleet = PostgresFleet(database.address)
        let hold = try await database.store.hold(JournalSamples.sandbox, waiting: .zero, by: ManualTime()) { _ in }
        defer { hold.end() }
        let journal = try await database.open()
        let run = try await journal.beginRun(Self.exclusive)
        for number in 0..<2 { try await journal.want([JournalSamples.item(number)], in: run) }
        let other = Destination(app: "com.example.other", environment: .sandbox)
        let digest = FleetConformance.digest(1)
        _ = try await fleet.submit([JournalSamples.sandbox: digest, other: digest], by: "Noa Levi")
        _ = try database.rows("UPDATE event SET \(change)")
        #expect(try await fleet.projects().map(\.destination.app) == [JournalSamples.sandbox.app, other.app])
        _ = try await fleet.submit([other: FleetConformance.digest(2)], by: "Noa Levi")
    }

    @Test("Where somebody else is at work, a project waits for the end of the lease")
    func whenFree() async throws {
        let database = try await PostgresCluster.journal(leaseLength: .seconds(600))
        let fleet = PostgresFleet(database.address)
        let offers = [JournalSamples.sandbox: FleetConformance.digest(1)]
        _ = try await fleet.submit(offers, by: "Noa Levi")
        let turn = try #require(try await fleet.takeDue(of: offers))
        let hold = try await database.store.hold(JournalSamples.sandbox, waiting: .zero, by: ManualTime()) { _ in }
        defer { hold.end() }
        let journal = try await database.open()
        _ = try await journal.beginRun(Self.exclusive)
        #expect(try await fleet.note(TurnOutcome(wake: .whenFree, failures: 0, exit: 11, note: "Held."), of: turn))
        try Self.pass(.seconds(500), in: database)
        #expect(try await fleet.takeDue(of: offers) == nil)
        try Self.pass(.seconds(102), in: database)
        #expect(try await fleet.takeDue(of: offers) != nil)
    }

    @Test("It tells how wrong a machine's clock is", arguments: [-7_200, 7_200])
    func lead(seconds: Int64) async throws {
        let database = try await PostgresCluster.journal()
        let here = SystemTime(wallClock: Timestamp(nanoseconds: Int64(Date().timeIntervalSince1970 * 1e9))).now
        let lead = try await PostgresFleet(database.address).lead(of: here + .seconds(seconds))
        #expect(abs(lead.components.seconds - seconds) < 60)
    }

    @Test("It tells how far an import is")
    func progress() async throws {
        let database = try await PostgresCluster.journal()
        let fleet = PostgresFleet(database.address)
        _ = try await fleet.submit([JournalSamples.sandbox: FleetConformance.digest(1)], by: "Noa Levi")
        let journal = try await database.open()
        let now = try await fleet.now()
        var start = JournalSamples.run()
        start.started = now
        let run = try await journal.beginRun(start)
        let items = JournalSamples.items(3)
        _ = try await journal.want(items, in: run)
        let attempt = try await journal.beginAttempt(
            AttemptStart(.uploadMessage, item: items[0].id, started: now),
            in: run
        )
        try await journal.finishAttempt(
            AttemptEnd(
                attempt,
                finished: now,
                answer: Answer(.accepted),
                change: ItemChange(items[0].id, to: .uploaded, proof: .response)
            ),
            in: run
        )
        _ = try await journal.beginAttempt(AttemptStart(.uploadMessage, item: items[1].id, started: now), in: run)
        let progress = try await fleet.projects().first?.progress
        #expect(progress == FleetProject.Progress(wanted: 3, done: 1, unknown: 1, requests: 2))
    }

    @Test("An empty database is refused with what to do")
    func empty() async throws {
        let database = try await PostgresCluster.journal()
        _ = try database.rows("DROP SCHEMA glossport CASCADE")
        let error = await #expect(throws: GlossportError.self) {
            _ = try await PostgresFleet(database.address).projects()
        }
        #expect(error?.message.contains("contains no journal yet") == true)
    }
}
