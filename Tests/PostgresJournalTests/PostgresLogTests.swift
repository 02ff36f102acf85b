import Glossport
import GlossportTesting
import Testing

@testable import PostgresJournal

@Suite(
    "PostgreSQL log",
    .enabled(if: PostgresCluster.isThere, "PostgreSQL is not installed; `make test-all` installs it.")
)
struct PostgresLogTests {
    @Test(
        "The PostgreSQL log passes the conformance checks, directly and through a pooler",
        arguments: LogConformance.Check.allCases,
        PostgresCluster.Way.allCases
    )
    func conforms(check: LogConformance.Check, way: PostgresCluster.Way) async throws {
        let database = try await PostgresCluster.journal(way)
        let kit = LogConformance { try await database.log() }
        #expect(try await kit.violations(of: check) == [])
    }

    @Test("The views show items in doubt, spent requests and the current default")
    func views() async throws {
        let database = try await PostgresCluster.journal()
        let violations = try await ViewConformance.violations(try await database.open()) { sql in
            try database.rows(sql).map(\.cells)
        }
        #expect(violations == [])
    }
}
