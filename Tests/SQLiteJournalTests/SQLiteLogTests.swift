import Foundation
import GRDB
import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@testable import SQLiteJournal

@Suite("SQLite log")
struct SQLiteLogTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("journal.sqlite")
    }

    @Test("The SQLite log passes the conformance checks", arguments: LogConformance.Check.allCases)
    func conforms(check: LogConformance.Check) async throws {
        let kit = LogConformance { [path] in try SQLiteLog(path: path) }
        #expect(try await kit.violations(of: check) == [])
    }

    @Test("A pause is never rounded to an earlier time")
    func roundedUp() async throws {
        var event = LogConformance.event(1)
        event.pausedUntil = Timestamp(nanoseconds: 1_790_000_000_000_000_001)
        let log = try SQLiteLog(path: path)
        _ = try await log.append([event], to: JournalSamples.sandbox, after: .start)
        let stored = try await log.events(of: JournalSamples.sandbox, after: 0, limit: 9).first?.pausedUntil
        #expect(stored == Timestamp(microseconds: 1_790_000_000_000_001))
    }

    @Test("Two importers with different destinations can write to one journal file at the same time")
    func twoConnections() async throws {
        let path = path
        let places = ["one", "two"].map { Destination(app: "com.example.\($0)", environment: .production) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for place in places {
                group.addTask {
                    let lock = try ImporterLock.acquire(
                        journalPath: path,
                        destination: place,
                        at: JournalSamples.moment()
                    )
                    defer { lock.close() }
                    let journal = Journal(try SQLiteLog(path: path))
                    let run = try await journal.beginRun(JournalSamples.run(at: place))
                    let items = JournalSamples.items(150)
                    try await journal.want(items, in: run)
                    for item in items {
                        try await journal.attempt(item.id, .accepted, to: .uploaded, proof: .response, in: run)
                    }
                }
            }
            try await group.waitForAll()
        }
        let journal = Journal(try SQLiteLog(path: path))
        for place in places {
            let records = try await journal.allRecords(at: place)
            #expect(records.count { $0.state == .uploaded && $0.history.attempts == 1 } == 150)
        }
    }

    @Test("A writer that waits for SQLite's lock keeps later writers waiting, until it has written")
    func turns() async throws {
        let log = try SQLiteLog(path: path)
        var unsafe = Configuration()
        unsafe.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: path, configuration: unsafe)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        async let hasWritten = log.append([LogConformance.event(1)], to: JournalSamples.sandbox, after: .start)
        let place = try LockFile(path + ".turn").descriptor
        defer { close(place) }
        while flock(place, LOCK_EX | LOCK_NB) == 0 {
            _ = flock(place, LOCK_UN)
            await Task.yield()
        }
        try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(try await hasWritten)
        #expect(flock(place, LOCK_EX | LOCK_NB) == 0)
    }

    @Test("A writer whose turn never comes eventually waits for SQLite's lock only")
    func courtesy() throws {
        let turn = WriteTurn(journal: path, timeout: .zero)
        let place = try LockFile(path + ".turn").descriptor
        defer { close(place) }
        #expect(flock(place, LOCK_EX | LOCK_NB) == 0)
        try turn.acquire()
    }

    @Test("If the lock is removed, two writers of one destination write nothing twice")
    func takenLock() async throws {
        let path = path
        let items = JournalSamples.items(40)
        var start = JournalSamples.run()
        start.isExclusive = true
        let (here, there) = (Journal(try SQLiteLog(path: path)), Journal(try SQLiteLog(path: path)))
        let first = try await here.beginRun(start)
        try await here.want(items, in: first)
        for item in items[..<10] {
            try await here.attempt(item.id, .accepted, to: .uploaded, proof: .response, in: first)
        }
        let second = try await there.beginRun(start)
        let refusals = try await withThrowingTaskGroup(of: Bool.self) { group in
            for item in items[10...] {
                group.addTask {
                    do {
                        try await here.attempt(item.id, .accepted, to: .uploaded, proof: .response, in: first)
                        return false
                    } catch let error as GlossportError {
                        return error.code == .journalLocked
                    }
                }
                try await there.attempt(item.id, .accepted, to: .uploaded, proof: .response, in: second)
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refusals == 30)
        let records = try await there.allRecords(at: JournalSamples.sandbox)
        #expect(records.allSatisfy { $0.state == .uploaded && $0.history.attempts == 1 })
    }

    // MARK: Views

    @Test("The views show items in doubt, spent requests and the current default")
    func views() async throws {
        let journal = Journal(try SQLiteLog(path: path))
        // As users open it: our own connection does not trust views.
        let database = try DatabaseQueue(path: path)
        let violations = try await ViewConformance.violations(journal) { sql in
            try database.read { db in
                try Row.fetchAll(db, sql: sql).map { row in
                    row.databaseValues.map { $0.isNull ? nil : "\($0.storage.value ?? "")" }
                }
            }
        }
        #expect(violations == [])
    }
}
