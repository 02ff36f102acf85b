import Glossport
import GlossportReading
import GlossportTesting
import Testing

@testable import PostgresJournal

@Suite(
    "Lost connections",
    .enabled(if: PostgresCluster.isThere, "PostgreSQL is not installed; `make test-all` installs it.")
)
struct LostConnectionTests {
    @Test("Each write is made once, whichever answers to commits are lost")
    func once() async throws {
        let database = try await PostgresCluster.journal()
        let proxy = try CuttingProxy(to: PostgresCluster.shared.get().port)
        let journal = try await database.through(proxy.port).open()
        let items = JournalSamples.items(60)
        let run = try await journal.beginRun(JournalSamples.run())
        proxy.cut(every: 3)
        _ = try await journal.want(items, in: run)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for part in 0..<6 {
                group.addTask {
                    for item in items[(part * 10)..<(part * 10 + 10)] {
                        try await journal.attempt(item.id, .accepted, to: .uploaded, proof: .response, in: run)
                    }
                }
            }
            try await group.waitForAll()
        }
        try await journal.recordList(shown: [], lacked: [items[0].id], at: JournalSamples.moment(5), in: run)
        try await journal.endRun(run, at: JournalSamples.moment(9), exitCode: 0)
        #expect(proxy.cuts >= 5)
        let direct = try await database.open()
        let records = try await direct.allRecords(at: JournalSamples.sandbox)
        #expect(records.allSatisfy { $0.state == .uploaded && $0.history == AttemptHistory(attempts: 1) })
        #expect(try await direct.read(at: JournalSamples.sandbox) { $0.absences }[items[0].id]?.lists == 1)
        #expect(try database.rows("SELECT count(*) FROM run WHERE ended_us IS NOT NULL")[0].number(0) == 1)
        #expect(try await direct.check().contradictions.isEmpty)
    }

    @Test("A connection ended by the server is replaced")
    func terminated() async throws {
        let database = try await PostgresCluster.journal()
        let journal = try await database.open()
        let run = try await journal.beginRun(JournalSamples.run())
        for number in 0..<5 {
            _ = try database.rows(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            _ = try await journal.want([JournalSamples.item(number)], in: run)
        }
        #expect(try await journal.allRecords(at: JournalSamples.sandbox).count == 5)
    }

    @Test(
        "A server that lost confirmed data is refused, whatever other processes have written since",
        arguments: [
            "DELETE FROM event WHERE number = (SELECT max(number) FROM event)",
            "UPDATE event SET writer = gen_random_uuid() WHERE number = (SELECT max(number) FROM event)",
            """
            UPDATE event SET writer = gen_random_uuid() WHERE number > 1;
            INSERT INTO event (destination, number, run, at_us, kind, writer)
            SELECT destination, 99, run, at_us, 'run-wanted', writer FROM event WHERE number = 2
            """,
        ]
    )
    func forgetful(standby: String) async throws {
        let database = try await PostgresCluster.journal()
        let journal = try await database.open()
        let run = try await journal.beginRun(JournalSamples.run())
        _ = try await journal.want(JournalSamples.items(1), in: run)
        // Like a standby that lacked the last commits when it took over.
        for statement in standby.split(separator: ";") { _ = try database.rows(String(statement)) }
        let before = try database.rows("SELECT count(*) FROM event")[0].number(0)
        for _ in 0..<2 {
            let error = await #expect(throws: GlossportError.self) {
                _ = try await journal.want(JournalSamples.items(2), in: run)
            }
            #expect(error?.message.contains("has lost confirmed data") == true)
        }
        #expect(try database.rows("SELECT count(*) FROM event")[0].number(0) == before)
    }

    @Test("A commit reaches the server's disk, whatever the database's default")
    func durable() async throws {
        let database = try await PostgresCluster.journal()
        try PostgresCluster.administrate("ALTER DATABASE \(database.name) SET synchronous_commit = off")
        let link = PostgresLink(database.address, timeout: .zero)
        defer { link.close() }
        let setting = try await link.write { transaction in
            try transaction.rows("SELECT current_setting('synchronous_commit')", []).first?.text(0)
        }
        #expect(setting == "on")
    }

    @Test("An unreachable server is reported at once, without the password")
    func unreachable() async throws {
        let url = "postgres://glossport:hunter2@127.0.0.1:1/journal"
        let store = PostgresJournalStore(try PostgresAddress(url, environment: [:]))
        let error = await #expect(throws: GlossportError.self) { _ = try await store.open(.existing) }
        #expect(
            error?.message.hasPrefix("The journal postgres://glossport@127.0.0.1:1/journal can't be reached") == true
        )
        #expect(error.map { "\($0)" }?.contains("hunter2") == false)
    }
}
