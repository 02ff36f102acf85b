import Foundation
import GRDB
import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Synchronization
import Testing

@testable import SQLiteJournal

@Suite("Opening a SQLite journal")
struct OpeningTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("journal.sqlite")
    }

    @Test("Commits survive a power failure: WAL with synchronous=FULL, read back")
    func durable() throws {
        // Twice: created and reopened.
        for _ in 0..<2 {
            let journal = try SQLiteLog(path: path)
            #expect(try value("PRAGMA synchronous", in: journal) == 2)
            #expect(try value("PRAGMA journal_mode", in: journal) == "wal")
            #expect(try value("PRAGMA foreign_keys", in: journal) == 1)
        }
    }

    @Test("A read-only journal is read from a copy that accepts no events and leaves nothing behind")
    func copy() async throws {
        let original = Journal(try SQLiteLog(path: path))
        let run = try await original.beginRun(JournalSamples.run())
        try await original.want(JournalSamples.items(2), in: run)
        // Not closed: the last events are in the write-ahead log.
        let log = try SQLiteLog(copyOf: path)
        let copy = Journal(log)
        #expect(try await copy.allRecords(at: JournalSamples.sandbox).count == 2)
        #expect(!FileManager.default.fileExists(atPath: log.path))
        let error = await #expect(throws: GlossportError.self) { try await copy.beginRun(JournalSamples.run()) }
        #expect(error?.message == "The journal \(path) can't be written: the file or its folder is read-only.")
    }

    @Test("The file and its new folders are private to the owner")
    func modes() throws {
        let path = folder.file("new/.glossport/journal.sqlite")
        let journal = try SQLiteLog(path: path)
        #expect(try mode(journal.path) == 0o600)
        #expect(try mode(journal.path + "-wal") == 0o600)
        #expect(try mode(folder.file("new/.glossport")) == 0o700)
        #expect(try mode(folder.file("new")) == 0o700)
    }

    @Test("An empty file that becomes the journal becomes private to the owner")
    func emptyFile() throws {
        #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o644]))
        let journal = try SQLiteLog(path: path)
        #expect(try mode(journal.path) == 0o600)
    }

    @Test("A file shorter than any database is refused and left unchanged", arguments: [1, 16, 511])
    func fragment(size: Int) throws {
        let content = Data("SQLite format 3\0".utf8.prefix(size)) + Data(count: max(0, size - 16))
        try content.write(to: URL(fileURLWithPath: path))
        for creating in [true, false] {
            let error = #expect(throws: GlossportError.self) { try SQLiteLog(path: path, creating: creating) }
            #expect(error?.code == .journal)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
    }

    @Test(
        "A journal that other users can read or change is a concern",
        arguments: [(0o600, false), (0o640, true), (0o666, true)]
    )
    func concerns(mode: Int, isConcern: Bool) async throws {
        let journal = try SQLiteLog(path: path)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: journal.path)
        #expect(journal.concerns().isEmpty == !isConcern)
    }

    @Test("The file declares its application ID and version")
    func applicationID() throws {
        let journal = try SQLiteLog(path: path)
        #expect(try value("PRAGMA application_id", in: journal) == Schema.applicationID)
        #expect(try value("PRAGMA user_version", in: journal) == Schema.version)
    }

    @Test("A missing journal is an error if it must not be created")
    func missing() throws {
        let error = #expect(throws: GlossportError.self) { try SQLiteLog(path: path, creating: false) }
        #expect(error?.code == .journal)
        #expect(error?.message.hasPrefix("There is no journal at ") == true)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("A journal is opened through a symbolic link under its real path")
    func symbolicLink() throws {
        let first = try SQLiteLog(path: path)
        try FileManager.default.createSymbolicLink(atPath: folder.file("link.sqlite"), withDestinationPath: path)
        let second = try SQLiteLog(path: folder.file("link.sqlite"), creating: false)
        #expect(second.path == first.path)
    }

    @Test("A folder that can't be created is named")
    func folderIsAFile() throws {
        try Data().write(to: URL(fileURLWithPath: folder.file("file")))
        for name in ["file/journal.sqlite", "file/deeper/journal.sqlite"] {
            let error = #expect(throws: GlossportError.self) { try SQLiteLog(path: folder.file(name)) }
            #expect(error?.code == .journal)
            #expect(error?.message.contains(" can't be created") == true)
            #expect(error?.remedy?.contains("--journal PATH") == true)
        }
    }

    @Test("A folder in the journal's place is refused")
    func pathIsAFolder() throws {
        let error = #expect(throws: GlossportError.self) { try SQLiteLog(path: folder.path) }
        #expect(error?.code == .journal)
        #expect(error?.remedy != nil)
    }

    @Test("A file of another kind is refused and left unchanged")
    func notADatabase() throws {
        let text = Data(String(repeating: "key,de\nkeep.header,Bleib\n", count: 400).utf8)
        try text.write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: GlossportError.self) { try SQLiteLog(path: path) }
        #expect(error?.message.hasSuffix("is not a glossport journal.") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == text)
    }

    @Test("Another program's database is refused and left unchanged")
    func otherDatabase() throws {
        try DatabaseQueue(path: path).inDatabase { try $0.execute(sql: "CREATE TABLE bookmark (url TEXT)") }
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let error = #expect(throws: GlossportError.self) { try SQLiteLog(path: path) }
        #expect(error?.message.hasSuffix("is not a glossport journal.") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("A damaged journal is refused with a remedy")
    func damaged() async throws {
        do {
            let journal = Journal(try SQLiteLog(path: path))
            let run = try await journal.beginRun(JournalSamples.run())
            _ = try await journal.want(JournalSamples.items(500), in: run)
            // Otherwise the write-ahead log would repair the damage.
            journal.close()
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        // Every page except the first, which contains the schema.
        for index in stride(from: 4_096, to: bytes.count, by: 64) { bytes[index] ^= 0x55 }
        try bytes.write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: GlossportError.self) { try SQLiteLog(path: path) }
        #expect(error?.message.hasSuffix("is damaged.") == true)
        #expect(error?.remedy?.contains("backup") == true)
    }

    @Test("An empty file left by an interrupted creation becomes a journal")
    func emptyFile() async throws {
        try Data().write(to: URL(fileURLWithPath: path))
        let journal = Journal(try SQLiteLog(path: path))
        #expect(try await journal.beginRun(JournalSamples.run()) == 1)
    }

    @Test("An empty file is refused where a journal must already exist")
    func emptyFileIsNotWhole() throws {
        try Data().write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: GlossportError.self) { try SQLiteLog(path: path, creating: false) }
        #expect(error?.message.hasSuffix("is empty: 0 bytes.") == true)
        #expect(error?.remedy?.contains("backup") == true)
    }

    @Test(
        "A journal with an old or foreign schema, or with triggers, is refused with a remedy",
        arguments: [
            "DROP VIEW item; DROP VIEW run; DROP TABLE event",
            "CREATE TRIGGER t AFTER INSERT ON event BEGIN SELECT 1; END",
            """
            ANALYZE; PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES ('trigger', 'sqlite_stat1', 'event', 0,
            'CREATE TRIGGER sqlite_stat1 AFTER INSERT ON event BEGIN SELECT 1; END'); PRAGMA writable_schema = OFF
            """,
            "PRAGMA user_version = 1",
            "CREATE TABLE extra (a)", "CREATE INDEX i ON event (number + 1)", "ALTER TABLE event ADD COLUMN extra TEXT",
            """
            DROP VIEW item; DROP VIEW run; ALTER TABLE destination RENAME TO hidden; CREATE VIEW destination AS
            WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
            SELECT number, app, environment FROM hidden WHERE (SELECT max(x) FROM c) > 0
            """,
        ]
    )
    func otherForm(sql: String) throws {
        _ = try SQLiteLog(path: path)
        try DatabaseQueue(path: path).inDatabase { db in
            try db.execute(sql: "DROP VIEW attempt; DROP VIEW default_now")
            try db.execute(sql: sql)
        }
        let error = #expect(throws: GlossportError.self) { try SQLiteLog(path: path) }
        #expect(error?.code == .journal)
        #expect(error?.message.hasSuffix("has a format that this version of glossport does not use.") == true)
        #expect(error?.remedy?.contains("`glossport journal rebuild`") == true)
    }

    @Test("Users may add their own views and statistics")
    func ownViews() throws {
        _ = try SQLiteLog(path: path)
        try DatabaseQueue(path: path).inDatabase {
            try $0.execute(sql: "CREATE VIEW mine AS SELECT 1; DROP VIEW run; ANALYZE")
        }
        #expect(throws: Never.self) { try SQLiteLog(path: path) }
    }

    @Test("An unknown environment is refused and not taken for the sandbox")
    func unknownEnvironment() async throws {
        let log = try SQLiteLog(path: path)
        _ = try await Journal(log).beginRun(JournalSamples.run())
        try await log.database.write { try $0.execute(sql: "UPDATE destination SET environment = 'preview'") }
        let error = await #expect(throws: GlossportError.self) { try await log.destinations() }
        #expect(error?.message.hasSuffix("destination 1 has an unknown environment.") == true)
        await #expect(throws: GlossportError.self) { try await Journal(log).copy(into: Journal(MemoryLog())) }
    }

    @Test("A copy of a journal that is being written is consistent")
    func busyCopy() async throws {
        let log = try SQLiteLog(path: path)
        // The file changes with each commit.
        try await log.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 1") }
        let original = Journal(log)
        let run = try await original.beginRun(JournalSamples.run())
        let written = Written()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<300 {
                    try await original.want([JournalSamples.item(number)], in: run)
                    written.count.store(number + 1, ordering: .sequentiallyConsistent)
                }
            }
            while written.count.load(ordering: .sequentiallyConsistent) < 300 {
                let least = written.count.load(ordering: .sequentiallyConsistent)
                let copy = Journal(try SQLiteLog(copyOf: path))
                let check = try await copy.check()
                #expect(check.damage.isEmpty && check.items >= least)
                copy.close()
            }
            try await group.waitForAll()
        }
    }

    @Test("A journal of a killed process, or without its -shm file, is copied completely", arguments: ["", "-shm"])
    func killedCopy(missing: String) async throws {
        let original = Journal(try SQLiteLog(path: path))
        let run = try await original.beginRun(JournalSamples.run())
        try await original.want(JournalSamples.items(3), in: run)
        // Copied without being closed, as after a kill.
        let killed = folder.file("killed.sqlite")
        for end in ["", "-wal", "-shm"] where end.isEmpty || end != missing {
            try FileManager.default.copyItem(atPath: path + end, toPath: killed + end)
        }
        #expect(try await Journal(SQLiteLog(copyOf: killed)).check().items == 3)
    }

    @Test("A journal of a later version is refused")
    func later() throws {
        _ = try SQLiteLog(path: path)
        try DatabaseQueue(path: path).inDatabase { try $0.execute(sql: "PRAGMA user_version = 99") }
        let error = #expect(throws: GlossportError.self) { try SQLiteLog(path: path) }
        #expect(error?.message.hasSuffix("was created by a newer glossport.") == true)
    }

    @Test("Several connections may create one journal at once")
    func concurrentOpening() async throws {
        let path = path
        let runs = try await withThrowingTaskGroup(of: RunID.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let place = Destination(app: "com.example.app\(number)", environment: .sandbox)
                    return try await Journal(SQLiteLog(path: path)).beginRun(JournalSamples.run(at: place))
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(Set(runs.map(\.destination)).count == 8 && runs.allSatisfy { $0.number == 1 })
    }

    @Test("Opening waits for another process that is creating the file")
    func beingMade() throws {
        var unsafe = Configuration()
        unsafe.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: path, configuration: unsafe)
        try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let mode = try DatabaseQueue(path: path).inDatabase { db in
            try Connection.walMode(db) {
                do { try other.inDatabase { try $0.execute(sql: "ROLLBACK") } } catch { return false }
                return true
            }
        }
        #expect(mode == "wal")
    }

    /// The number of durable items.
    private final class Written: Sendable {
        let count = Atomic(0)
    }

    private func value<Value: DatabaseValueConvertible>(_ sql: String, in journal: SQLiteLog) throws -> Value? {
        try journal.database.inDatabase { try Value.fetchOne($0, sql: sql) }
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
