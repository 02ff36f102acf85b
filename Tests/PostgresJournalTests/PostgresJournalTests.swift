import GlossportChecking
import GlossportImporting
import GlossportReading
import GlossportTesting
import Testing

@testable import PostgresJournal

@Suite("PostgreSQL journal", .enabled(if: PostgresCluster.isThere, "There is no PostgreSQL on this machine."))
struct PostgresJournalTests {
    @Test(
        "It conforms, also behind a pooler",
        arguments: JournalConformance.Check.allCases,
        PostgresCluster.Way.allCases
    )
    func conforms(check: JournalConformance.Check, way: PostgresCluster.Way) async throws {
        let database = try await PostgresCluster.journal(way)
        let kit = JournalConformance { try await database.open() }
        #expect(try await kit.violations(of: check) == [])
    }

    @Test(
        "Whatever is asked of it in whatever order, it says what the journal in memory says",
        arguments: 1...8,
        PostgresCluster.Way.allCases
    )
    func walk(seed: UInt64, way: PostgresCluster.Way) async throws {
        let database = try await PostgresCluster.journal(way)
        let walk = JournalWalk(seed: seed) { try await database.open() }
        let difference = try await walk.difference(after: 300)
        #expect(difference == nil)
    }

    @Test(
        "It remembers reviews and defaults, also behind a pooler",
        arguments: DefaultsConformance.Check.allCases,
        PostgresCluster.Way.allCases
    )
    func conforms(check: DefaultsConformance.Check, way: PostgresCluster.Way) async throws {
        let database = try await PostgresCluster.journal(way)
        let kit = DefaultsConformance { try await database.open() }
        #expect(try await kit.violations(of: check) == [])
    }

    @Test(
        "It remembers approvals, also behind a pooler",
        arguments: ApprovalConformance.Check.allCases,
        PostgresCluster.Way.allCases
    )
    func conforms(check: ApprovalConformance.Check, way: PostgresCluster.Way) async throws {
        let database = try await PostgresCluster.journal(way)
        let kit = ApprovalConformance { try await database.open() }
        #expect(try await kit.violations(of: check) == [])
    }

    @Test(
        "Attempts are append-only, whoever writes",
        arguments: [
            "DELETE FROM attempt", "UPDATE attempt SET outcome = 'refused'", "UPDATE attempt SET started_us = 0",
            "UPDATE attempt SET item = NULL", "UPDATE attempt SET finished_us = NULL, outcome = NULL",
            "UPDATE attempt SET finished_us = 1, outcome = 'accepted', endpoint = 'listMessages'",
            "UPDATE attempt SET number = number + 10",
        ]
    )
    func appendOnly(sql: String) async throws {
        let database = try await PostgresCluster.journal()
        let journal = try await database.open()
        let run = try await journal.beginRun(JournalSamples.run())
        let items = JournalSamples.items(2)
        _ = try await journal.enqueue(items, in: run)
        try await journal.attempt(items[0].id, .accepted, to: .uploaded, proof: .response, in: run)
        let start = AttemptStart(.uploadMessage, item: items[1].id, started: JournalSamples.moment())
        _ = try await journal.beginAttempt(start, in: run)
        for number in 1...2 {
            let error = #expect(throws: PostgresFailure.self) { try database.rows("\(sql) WHERE number = \(number)") }
            #expect(error?.isFaultOfStatement == true)
        }
    }
}
