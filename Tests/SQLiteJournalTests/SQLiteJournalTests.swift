import Foundation
import GRDB
import GlossportChecking
import GlossportImporting
import GlossportTesting
import Testing

@testable import SQLiteJournal

@Suite("SQLite journal")
struct SQLiteJournalTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("journal.sqlite")
    }

    @Test("The SQLite journal conforms", arguments: JournalConformance.Check.allCases)
    func conforms(check: JournalConformance.Check) async throws {
        let kit = JournalConformance { [path] in try SQLiteJournal(path: path) }
        let violations = try await kit.violations(of: check)
        #expect(violations == [])
        try await expectSealed()
    }

    @Test("Whatever is asked of it in whatever order, it says what the journal in memory says", arguments: 1...30)
    func walk(seed: UInt64) async throws {
        let walk = JournalWalk(seed: seed) { [path] in try SQLiteJournal(path: path) }
        let difference = try await walk.difference(after: 300)
        #expect(difference == nil)
        try await expectSealed()
    }

    @Test("It remembers reviews and defaults", arguments: DefaultsConformance.Check.allCases)
    func conforms(check: DefaultsConformance.Check) async throws {
        let kit = DefaultsConformance { [path] in try SQLiteJournal(path: path) }
        #expect(try await kit.violations(of: check) == [])
        try await expectSealed()
    }

    @Test("It remembers approvals", arguments: ApprovalConformance.Check.allCases)
    func conforms(check: ApprovalConformance.Check) async throws {
        let kit = ApprovalConformance { [path] in try SQLiteJournal(path: path) }
        #expect(try await kit.violations(of: check) == [])
        try await expectSealed()
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
        let journal = try SQLiteJournal(path: path)
        let run = try await journal.beginRun(JournalSamples.run())
        let items = JournalSamples.items(2)
        _ = try await journal.enqueue(items, in: run)
        try await journal.attempt(items[0].id, .accepted, to: .uploaded, proof: .response, in: run)
        let start = AttemptStart(.uploadMessage, item: items[1].id, started: JournalSamples.moment())
        _ = try await journal.beginAttempt(start, in: run)
        let other = try DatabaseQueue(path: path)
        for number in 1...2 {
            let statement = sql + " WHERE number = \(number)"
            let error = #expect(throws: DatabaseError.self) { try other.inDatabase { try $0.execute(sql: statement) } }
            #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_TRIGGER)
        }
    }

    @Test("The answer is kept whole in the attempt's row")
    func attemptRow() async throws {
        let journal = try SQLiteJournal(path: path)
        let run = try await journal.beginRun(JournalSamples.run())
        let item = JournalSamples.item(1)
        _ = try await journal.enqueue([item], in: run)
        let start = AttemptStart(.uploadMessage, item: item.id, started: Timestamp(microseconds: 1_790_000_000_123_456))
        let attempt = try await journal.beginAttempt(start, in: run)
        let answer = Answer(.refused, status: 400, appleCode: 4_000_023, detail: "Der Text ist zu lang")
        let end = AttemptEnd(attempt, finished: JournalSamples.moment(1), answer: answer, change: nil)
        try await journal.finishAttempt(end, in: run)
        let row = try journal.commits.database.read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM attempt JOIN item ON item.number = attempt.item")
        }
        #expect(row?["started_us"] == 1_790_000_000_123_456)
        #expect(row?["finished_us"] == 1_790_000_001_000_000)
        #expect(row?["endpoint"] == "uploadMessage")
        #expect(row?["outcome"] == "refused")
        #expect(row?["status"] == 400)
        #expect(row?["apple_code"] == 4_000_023)
        #expect(row?["detail"] == "Der Text ist zu lang")
        #expect(row?["id"] == Data(item.id.bytes))
    }

    @Test("A run's row says which process it was, and what was delivered")
    func runRow() async throws {
        let journal = try SQLiteJournal(path: path)
        _ = try await journal.beginRun(JournalSamples.run())
        let row = try journal.commits.database.read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM run JOIN source ON run = number")
        }
        #expect(row?["pid"] == ProcessInfo.processInfo.processIdentifier)
        #expect(row?["host"] == ProcessIdentity.current.host)
        #expect(row?["tool_version"] == "0.0.0-test")
        #expect(row?["path"] == "vendor/de.xliff")
        #expect(row?["sha256"] == Data(repeating: 7, count: 32))
    }

    @Test("A pause is never rounded to an earlier moment")
    func roundedUp() async throws {
        let journal = try SQLiteJournal(path: path)
        let pause = Timestamp(nanoseconds: 1_790_000_000_000_000_001)
        let place = JournalSamples.sandbox
        let run = try await journal.beginRun(JournalSamples.run())
        let item = JournalSamples.item(1)
        _ = try await journal.enqueue([item], in: run)
        try await journal.attempt(item.id, .throttled, to: .planned, pause: Pause(until: pause), in: run)
        let stored = try await journal.budget(.uploadMessage, at: place, since: JournalSamples.moment()).pausedUntil
        #expect(stored == Timestamp(microseconds: 1_790_000_000_000_001))
    }

    @Test("Two importers with different destinations write one file at the same time")
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
                    let journal = try SQLiteJournal(path: path)
                    let run = try await journal.beginRun(JournalSamples.run(at: place))
                    let items = JournalSamples.items(150)
                    _ = try await journal.enqueue(items, in: run)
                    for item in items {
                        try await journal.attempt(item.id, .accepted, to: .uploaded, proof: .response, in: run)
                    }
                }
            }
            try await group.waitForAll()
        }
        try await expectSealed()
        let journal = try SQLiteJournal(path: path)
        for place in places {
            let records = try await journal.allRecords(at: place)
            #expect(records.count { $0.state == .uploaded && $0.history.attempts == 1 } == 150)
        }
    }

    @Test("Queue, ledger and history are read through their indexes")
    func queryPlans() throws {
        let journal = try SQLiteJournal(path: path)
        let database = journal.commits.database
        let queue = try database.inDatabase { try plan($0, ItemRow.queue) }
        #expect(queue.contains("USING INDEX item_queue"))
        #expect(queue.contains("attempt_item"))
        #expect(!queue.contains("TEMP B-TREE"))
        let ledger = try database.inDatabase { try plan($0, BudgetRow.spent) }
        #expect(ledger.contains("USING INDEX attempt_ledger"))
        #expect(!ledger.contains("TEMP B-TREE"))
    }

    /// Whatever was written, each row is as its seal says.
    private func expectSealed() async throws {
        #expect(try await SQLiteJournal(path: path).check().alterations == [])
    }

    private func plan(_ db: Database, _ sql: String) throws -> String {
        let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
        statement.setUncheckedArguments(StatementArguments(Array(repeating: 1, count: sql.count { $0 == "?" })))
        return try Row.fetchAll(statement).map { row in row["detail"] as String }.joined(separator: "\n")
    }
}
