import GlossportChecking
import GlossportImporting
import GlossportTesting
import Testing

@testable import PostgresJournal

@Suite("PostgreSQL log", .enabled(if: PostgresCluster.isThere, "There is no PostgreSQL on this machine."))
struct PostgresLogTests {
    @Test("It conforms, also behind a pooler", arguments: LogConformance.Check.allCases, PostgresCluster.Way.allCases)
    func conforms(check: LogConformance.Check, way: PostgresCluster.Way) async throws {
        let database = try await PostgresCluster.journal(way)
        let kit = LogConformance { try await database.log() }
        #expect(try await kit.violations(of: check) == [])
    }

    @Test("People find in the views what is in doubt, what was spent, and what the default is")
    func views() async throws {
        let database = try await PostgresCluster.journal()
        let journal = try await database.open()
        let run = try await journal.beginRun(JournalSamples.run())
        let items = JournalSamples.items(3)
        try await journal.want(items, in: run)
        try await journal.attempt(items[0].id, .accepted, to: .uploaded, proof: .response, in: run)
        try await journal.attempt(items[1].id, .unknown, to: .unknown, in: run)
        let slot = DefaultSlot(product: "annual", locale: "de-DE")
        try await journal.noteDefault(slot, items[1].id, at: JournalSamples.moment(3), in: run)
        try await journal.noteDefault(slot, items[0].id, at: JournalSamples.moment(4), in: run)
        try await journal.endRun(run, at: JournalSamples.moment(5), exitCode: 9)
        func rows(_ sql: String) throws -> [[String?]] { try database.rows(sql).map(\.cells) }
        #expect(
            try rows("SELECT id, message, locale, state FROM item WHERE state IN ('sending', 'unknown')")
                == [[items[1].id.description, "keep-annual", "de-DE", "unknown"]]
        )
        #expect(try rows("SELECT endpoint, count(*) FROM attempt GROUP BY endpoint") == [["uploadMessage", "2"]])
        #expect(
            try rows("SELECT app, environment, product, locale, item, kind FROM default_now")
                == [["com.example.northlight", "sandbox", "annual", "de-DE", items[0].id.description, "default-set"]]
        )
        #expect(
            try rows("SELECT number, command, tool_version, pid, exit_code, wanted FROM run")
                == [["1", "import", "0.0.0-test", "\(ProcessIdentity.current.pid)", "9", "3"]]
        )
    }
}
