import GlossportReading
import Testing

@testable import PostgresJournal

@Suite("Migrations of PostgreSQL", .enabled(if: PostgresCluster.isThere, "There is no PostgreSQL on this machine."))
struct MigrationTests {
    private func empty() async throws -> TestDatabase {
        let database = try await PostgresCluster.journal()
        _ = try database.rows("DROP SCHEMA glossport CASCADE")
        return database
    }

    @Test("A database without a journal is refused with what to do, and a migration makes one")
    func empties() async throws {
        let database = try await empty()
        let error = await #expect(throws: GlossportError.self) { _ = try await database.open() }
        #expect(error?.message.hasSuffix("holds no journal yet.") == true)
        #expect(try await database.store.migrate() == PostgresSchema.migrations.map(\.name))
        #expect(try await database.store.migrate() == [])
        _ = try await database.open()
    }

    @Test("Many that migrate at once make one journal")
    func together() async throws {
        let database = try await empty()
        let made = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<8 { group.addTask { try await database.store.migrate() } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(made == PostgresSchema.migrations.map(\.name))
    }

    @Test(
        "A journal of another glossport is refused, and not changed",
        arguments: [
            ("INSERT INTO migration (name, sha256) VALUES ('9999-future', '\\x00')", "newer"),
            ("UPDATE migration SET sha256 = '\\x00' WHERE name LIKE '0001%'", "another build"),
            ("DELETE FROM migration WHERE name LIKE '0002%'", "older"),
        ]
    )
    func others(change: String, word: String) async throws {
        let database = try await PostgresCluster.journal()
        _ = try database.rows(change)
        let error = await #expect(throws: GlossportError.self) { _ = try await database.open() }
        #expect(error?.message.contains(word) == true)
    }
}

@Suite("Addresses of PostgreSQL")
struct PostgresAddressTests {
    @Test(
        "Names of servers are checked, unless they are this machine or the user says otherwise",
        arguments: [
            ("postgres://u@db.example.com/j", [:], "verify-full"), ("postgres://u@localhost/j", [:], nil),
            ("postgres://u@db.example.com/j?sslmode=require", [:], "require"),
            ("postgres://u@db.example.com/j", ["PGSSLMODE": "prefer"], nil),
            ("postgres://u@localhost,db.example.com/j", [:], "verify-full"),
        ] as [(String, [String: String], String?)]
    )
    func encryption(url: String, environment: [String: String], mode: String?) throws {
        #expect(try PostgresAddress(url, environment: environment).settings["sslmode"] == mode)
    }

    @Test(
        "The lease is the address's own affair, and has its limits",
        arguments: [
            ("postgres://h/j", 60), ("postgres://h/j?lease=20s", 20), ("postgres://h/j?lease=5s&sslmode=require", 5),
            ("postgres://h/j?lease=1s", nil), ("postgres://h/j?lease=5", nil), ("postgres://h/j?lease=99999s", nil),
        ] as [(String, Int64?)]
    )
    func lease(url: String, seconds: Int64?) throws {
        #expect((try? PostgresAddress(url, environment: [:]))?.leaseLength == seconds.map { .seconds($0) })
    }

    @Test("A password is in no name, and in no error")
    func secrets() throws {
        #expect(try PostgresAddress("postgres://u:secret@h1,h2/j", environment: [:]).name == "postgres://u@h1,h2/j")
        let error = #expect(throws: GlossportError.self) {
            _ = try PostgresAddress("postgres://u:secret@h/j?nonsense=secret", environment: [:])
        }
        #expect(error.map { "\($0)" }?.contains("secret") == false)
    }
}
