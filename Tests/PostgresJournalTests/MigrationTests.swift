import Foundation
import Glossport
import GlossportProject
import GlossportReading
import Testing

@testable import PostgresJournal

@Suite(
    "Migrations of PostgreSQL",
    .enabled(if: PostgresCluster.isThere, "PostgreSQL is not installed; `make test-all` installs it.")
)
struct MigrationTests {
    private func empty() async throws -> TestDatabase {
        let database = try await PostgresCluster.journal()
        _ = try database.rows("DROP SCHEMA glossport CASCADE")
        return database
    }

    @Test("A database without a journal is refused with a remedy, and a migration creates one")
    func empties() async throws {
        let database = try await empty()
        let error = await #expect(throws: GlossportError.self) { _ = try await database.open() }
        #expect(error?.message.hasSuffix("contains no journal yet.") == true)
        #expect(try await database.store.migrate() == PostgresSchema.migrations.map(\.name))
        #expect(try await database.store.migrate() == [])
        _ = try await database.open()
    }

    @Test("Concurrent migrations create one journal")
    func together() async throws {
        let database = try await empty()
        let made = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<8 { group.addTask { try await database.store.migrate() } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(made == PostgresSchema.migrations.map(\.name))
    }

    @Test(
        "A journal of a newer, older or different build of glossport is refused",
        arguments: [
            ("INSERT INTO migration (name, sha256) VALUES ('9999-future', '\\x00')", "newer"),
            ("UPDATE migration SET sha256 = '\\x00' WHERE name LIKE '0001%'", "another build"),
            ("DELETE FROM migration WHERE name LIKE '0001%'", "older"),
        ]
    )
    func others(change: String, word: String) async throws {
        let database = try await PostgresCluster.journal()
        _ = try database.rows(change)
        let error = await #expect(throws: GlossportError.self) { _ = try await database.open() }
        #expect(error?.message.contains(word) == true)
    }

    @Test("An endless answer is rejected before it fills the memory")
    func endless() async throws {
        let database = try await PostgresCluster.journal()
        #expect {
            try database.rows("SELECT repeat('x', 1000000) FROM generate_series(1, 1000)")
        } throws: { error in
            if case PostgresFailure.tooLarge = error { true } else { false }
        }
    }

    @Test("A check names foreign objects in the schema")
    func foreign() async throws {
        let database = try await PostgresCluster.journal()
        let journal = try await database.open()
        #expect(try await journal.check().damage == [])
        _ = try database.rows("CREATE TABLE evil (x int)")
        _ = try database.rows("CREATE RULE quiet AS ON UPDATE TO evil DO INSTEAD NOTHING")
        _ = try database.rows(
            "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END'"
        )
        _ = try database.rows("CREATE TRIGGER t BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION f()")
        #expect(
            try await journal.check().damage == [
                "glossport did not make the relation “evil”", "glossport did not make the rule “quiet”",
                "glossport did not make the trigger “t”",
            ]
        )
    }
}

@Suite(
    "PostgreSQL addresses",
    .enabled(if: PostgresCluster.hasLibrary, "libpq is not installed; `make test-all` installs it.")
)
struct PostgresAddressTests {
    @Test(
        "Server names are verified, except for this machine or if the user decides otherwise",
        arguments: [
            ("postgres://u@db.example.com/j", [:], "verify-full"), ("postgres://u@localhost/j", [:], nil),
            ("postgres://u@db.example.com/j?sslmode=require", [:], "require"),
            ("postgres://u@db.example.com/j", ["PGSSLMODE": "prefer"], nil),
            ("postgres://u@localhost,db.example.com/j", [:], "verify-full"),
            // If the address does not show the server, it is not assumed to be this machine.
            ("postgres://u@localhost/j?hostaddr=10.0.0.1", [:], "verify-full"),
            ("postgres:///j?service=s", [:], "verify-full"), ("postgres:///j", ["PGSERVICE": "s"], "verify-full"),
            ("postgres://u@/j", ["PGHOSTADDR": "10.0.0.1"], "verify-full"),
            ("postgres://u@%2Frun%2Fpostgresql/j", ["PGHOSTADDR": "10.0.0.1"], "verify-full"),
            ("postgres://u@%2Frun%2Fpostgresql/j", [:], nil), ("postgres:///j", ["PGHOST": "db1"], "verify-full"),
        ] as [(String, [String: String], String?)]
    )
    func encryption(url: String, environment: [String: String], mode: String?) throws {
        #expect(try PostgresAddress(url, environment: environment).settings["sslmode"] == mode)
    }

    @Test(
        "The address may set the lease, within limits",
        arguments: [
            ("postgres://h/j", 60), ("postgres://h/j?lease=20s", 20), ("postgres://h/j?lease=5s&sslmode=require", 5),
            ("postgres://h/j?lease=1s", nil), ("postgres://h/j?lease=5", nil), ("postgres://h/j?lease=99999s", nil),
        ] as [(String, Int64?)]
    )
    func lease(url: String, seconds: Int64?) throws {
        #expect((try? PostgresAddress(url, environment: [:]))?.leaseLength == seconds.map { .seconds($0) })
    }

    @Test("A password appears in no name and no error")
    func secrets() throws {
        #expect(try PostgresAddress("postgres://u:secret@h1,h2/j", environment: [:]).name == "postgres://u@h1,h2/j")
        let error = #expect(throws: GlossportError.self) {
            _ = try PostgresAddress("postgres://u:secret@h/j?nonsense=secret", environment: [:])
        }
        #expect(error.map { "\($0)" }?.contains("secret") == false)
    }

    @Test(
        "The name shows the server that libpq connects to",
        arguments: [
            ("postgres://u@/j", ["PGHOSTADDR": "10.0.0.1"], "postgres://u@10.0.0.1/j"),
            ("postgres:///j?service=s", [:], "postgres:///j?service=s"),
            ("postgres:///j", [:], "postgres://localhost/j"),
        ] as [(String, [String: String], String)]
    )
    func names(url: String, environment: [String: String], name: String) throws {
        #expect(try PostgresAddress(url, environment: environment).name == name)
    }

    @Test("An invalid port, such as part of a password, is not repeated")
    func port() {
        let error = #expect(throws: GlossportError.self) {
            try PostgresAddress("postgres://h:hunter2/j", environment: [:])
        }
        #expect(error?.code == .invalidOption && error?.description.contains("hunter2") == false)
    }

    @Test(
        "A password is never sent to a server that only a project file names",
        arguments: [
            (["PGPASSWORD": "x"], "", false), (["PGPASSWORD": "x", "PGHOST": "db1"], "", true),
            (["PGPASSWORD": "x", "PGHOST": "db2"], "", false), (["PGPASSWORD": "x", "PGHOST": "db2,db1"], "", true),
            ([:], "", true), ([:], "*:*:*:*:x", false), ([:], "#*:*:*:*:x", true),
            ([:], "db1:5432:*:*:x", true), ([:], "*:*:*:*:x\ndb1:*:*:*:x", true), ([:], "db2:*:*:*:x", true),
            (["PGPASSWORD": "x"], "db\\1:*:*:*:x", true), (["PGSERVICE": "s"], "", false),
        ] as [([String: String], String, Bool)]
    )
    func untrustedServers(environment: [String: String], passwords: String, isAllowed: Bool) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "pgpass-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(passwords.utf8).write(to: file)
        let environment = environment.merging(["PGPASSFILE": file.path]) { first, _ in first }
        let url = "postgres://u@db1/j"
        if isAllowed {
            let address = try PostgresAddress(url, namedBy: .projectFile, environment: environment)
            #expect(address.settings["passfile"] == file.path && address.settings["sslmode"] == "verify-full")
        } else {
            let error = #expect(throws: GlossportError.self) {
                try PostgresAddress(url, namedBy: .projectFile, environment: environment)
            }
            #expect(error?.code == .invalidProject && error?.message.contains("db1") == true)
        }
        // The user may type any address.
        #expect(throws: Never.self) { try PostgresAddress(url, environment: environment) }
    }
}
