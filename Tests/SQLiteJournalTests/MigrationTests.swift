import Foundation
import GRDB
import GlossportImporting
import GlossportReading
import GlossportTesting
import Testing

@testable import SQLiteJournal

@Suite("Migrations of the SQLite journal")
struct MigrationTests {
    private static let second = Migration(name: "0002-test", sql: "ALTER TABLE run ADD COLUMN colour TEXT")

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("journal.sqlite")
    }

    @Test("An older journal is brought up to date and keeps its rows")
    func older() async throws {
        do {
            let journal = try SQLiteJournal(path: path)
            _ = try await journal.beginRun(JournalSamples.run())
        }
        let journal = try open(Schema.migrations + [Self.second])
        #expect(try await journal.lastRun(of: .import, at: JournalSamples.sandbox)?.id == 1)
        let version = try journal.commits.database.inDatabase { db in
            _ = try Row.fetchAll(db, sql: "SELECT colour FROM run")
            return try Int.fetchOne(db, sql: "PRAGMA user_version")
        }
        #expect(version == Schema.migrations.count + 1)
    }

    @Test("A journal of a newer glossport is refused and left as it is")
    func newer() throws {
        _ = try open(Schema.migrations + [Self.second])
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let error = #expect(throws: GlossportError.self) { try SQLiteJournal(path: path) }
        #expect(error?.code == .journal)
        #expect(error?.message.hasSuffix("was made by a newer glossport.") == true)
        #expect(error?.remedy?.description.hasPrefix("Update glossport") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("A journal is newer too if only its version says so, or only an unknown migration")
    func newerInPart() throws {
        _ = try SQLiteJournal(path: path)
        for (sql, undo) in [
            ("PRAGMA user_version = 99", "PRAGMA user_version = \(Schema.migrations.count)"),
            ("UPDATE migration SET name = 'x' || name", "SELECT 1"),
        ] {
            try DatabaseQueue(path: path).inDatabase { try $0.execute(sql: sql) }
            let error = #expect(throws: GlossportError.self) { try SQLiteJournal(path: path) }
            #expect(error?.message.hasSuffix("was made by a newer glossport.") == true)
            try DatabaseQueue(path: path).inDatabase { try $0.execute(sql: undo) }
        }
    }

    @Test("A journal whose migration was edited afterwards is refused")
    func edited() throws {
        _ = try SQLiteJournal(path: path)
        let edited = Schema.migrations.map { Migration(name: $0.name, sql: $0.sql + "SELECT 1;") }
        let error = #expect(throws: GlossportError.self) { try open(edited) }
        #expect(error?.code == .journal)
        #expect(error?.message.contains("its migration 0001-items-and-attempts differs from ours") == true)
        #expect(error?.remedy != nil)
    }

    @Test("A corrected comment is no edit")
    func commentCorrected() throws {
        let commented = Schema.migrations.map { migration in
            Migration(
                name: migration.name,
                sql: "-- It was said otherwise.\n" + migration.sql,
                formerChecksum: migration.formerChecksum
            )
        }
        _ = try open(commented)
        _ = try open(Schema.migrations)
        #expect(commented.map(\.checksum) == Schema.migrations.map(\.checksum))
    }

    @Test(
        "A sealed journal to which a sealed table is added stays what glossport wrote, and the table's rows are sealed"
    )
    func sealedTableAdded() async throws {
        // Here the seals come before what vanished.
        let known = Schema.migrations
        let turned = known.filter { $0.name != "0005-vanished" } + known.filter { $0.name == "0005-vanished" }
        _ = try open(Array(turned.dropLast()))
        let journal = try open(turned)
        let items = JournalSamples.items(2)
        let run = try await journal.beginRun(JournalSamples.run())
        _ = try await journal.enqueue(items, in: run)
        for item in items { try await journal.attempt(item.id, .accepted, to: .uploaded, proof: .response, in: run) }
        try await journal.noteList(shown: [], lacked: Set(items.map(\.id)), at: JournalSamples.moment(), in: run)
        #expect(try await journal.check().alterations == [])
        try DatabaseQueue(path: path).inDatabase { db in try db.execute(sql: "UPDATE missing SET lists = 9") }
        #expect(try await journal.check().alterations.count == 2)
    }

    @Test("A journal of before approvals is brought up to date, and takes them under seal")
    func beforeApprovals() async throws {
        do {
            let journal = try open(Schema.migrations.filter { $0.name < "0008" })
            _ = try await journal.beginRun(JournalSamples.run())
        }
        let journal = try SQLiteJournal(path: path)
        #expect(try await journal.approvals(at: JournalSamples.sandbox) == [])
        let texts = LocaleTexts(locale: "he", messages: 3, digest: [UInt8](repeating: 1, count: 32))
        let approval = Approval(.approved(texts), by: "Noa Levi", at: JournalSamples.moment())
        try await journal.noteApprovals([approval], in: 1)
        #expect(try await journal.approvals(at: JournalSamples.sandbox) == [approval])
        #expect(try await journal.check().alterations == [])
        try DatabaseQueue(path: path).inDatabase { db in try db.execute(sql: "UPDATE approval SET person = 'Me'") }
        #expect(try await journal.check().alterations.count == 1)
    }

    @Test("A journal that was made when comments still counted is brought up to date, and sealed as it is")
    func formerChecksums() async throws {
        let first = Array(Schema.migrations.prefix(4))
        let run: RunID
        do {
            let journal = try open(first)
            run = try await journal.beginRun(JournalSamples.run())
            _ = try await journal.enqueue(JournalSamples.items(2), in: run)
        }
        let checksums = [
            "c181fc0230e149b8877f0b9c4e8620c249e9f89cf74507acdae8c8f6115859ab",
            "30afd045c85cd5aaaf76efb98f5acf7365384cdb23a6813b0aea0367aeacfffc",
            "b94f087ef6bf3523f89d45fee34d9fb132ee5b02d7e631b4eb90323b102fa9dc",
            "652d923f87d72cf04ea5d881738555577b7ca2ce71a8d9a0629b51e928fd2613",
        ]
        try DatabaseQueue(path: path).inDatabase { db in
            for (migration, checksum) in zip(first, checksums) {
                try db.execute(
                    sql: "UPDATE migration SET sha256 = ? WHERE name = ?",
                    arguments: [checksum, migration.name]
                )
            }
        }
        let journal = try SQLiteJournal(path: path)
        #expect(try await journal.check().alterations == [])
        _ = try await journal.claim(1, in: run)
        try await journal.attempt(JournalSamples.item(0).id, .accepted, to: .uploaded, proof: .response, in: run)
        #expect(try await SQLiteJournal(path: path).check().alterations == [])
    }

    @Test("A migration that fails leaves nothing behind")
    func failing() throws {
        let broken = Migration(name: "0002-broken", sql: "CREATE TABLE extra (a); CREATE TABLE run (b)")
        _ = try SQLiteJournal(path: path)
        #expect(throws: GlossportError.self) { try open(Schema.migrations + [broken]) }
        let journal = try SQLiteJournal(path: path)
        #expect(try journal.commits.database.inDatabase { try !$0.tableExists("extra") })
    }

    private func open(_ migrations: [Migration]) throws -> SQLiteJournal {
        try SQLiteJournal(path: path, creating: true, migrations: migrations)
    }
}
