import Foundation
import GRDB
import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@testable import SQLiteJournal

@Suite("SQLite journal failures")
struct FailureTests {
    private let folder: TemporaryFolder
    private let log: SQLiteLog
    private let journal: Journal

    init() throws {
        folder = try TemporaryFolder()
        log = try SQLiteLog(path: folder.file("journal.sqlite"))
        journal = Journal(log)
    }

    @Test("A full disk fails every write in the transaction and all later ones")
    func fullDisk() async throws {
        let items = JournalSamples.items(3)
        let run = try await journal.beginRun(JournalSamples.run())
        _ = try await journal.want(items, in: run)
        let pages = try await log.database.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
        try setRoom(pages)
        let more = (10..<500).map { JournalSamples.item($0) }
        let failed = await error { _ = try await journal.want(more, in: run) }
        #expect(failed?.code == .journal)
        #expect(failed?.message.hasPrefix("The disk is full") == true)
        #expect(failed?.remedy?.hasPrefix("Free some space") == true)
        // There is space again, but this process must not continue as if nothing had happened.
        try setRoom(1_000_000)
        let later = await error {
            let start = AttemptStart(.uploadMessage, item: items[0].id, started: JournalSamples.moment())
            _ = try await journal.beginAttempt(start, in: run)
        }
        #expect(later?.message == failed?.message)
        // Only the events that were durable before are present.
        let reopened = Journal(try SQLiteLog(path: log.path))
        let expected = items.map { ItemRecord(item: $0, state: .planned) }
        #expect(try await reopened.allRecords(at: JournalSamples.sandbox) == expected)
    }

    @Test("A deleted file is noticed before the next write")
    func deleted() async throws {
        let run = try await journal.beginRun(JournalSamples.run())
        try FileManager.default.removeItem(atPath: log.path)
        let failed = await error { _ = try await journal.want(JournalSamples.items(1), in: run) }
        #expect(failed?.code == .journal)
        #expect(failed?.message.contains("was deleted, moved or replaced") == true)
    }

    @Test("A replaced file is noticed before the next write")
    func replaced() async throws {
        _ = try await journal.beginRun(JournalSamples.run())
        try FileManager.default.moveItem(atPath: log.path, toPath: folder.file("moved.sqlite"))
        try Data().write(to: URL(fileURLWithPath: log.path))
        let failed = await error { _ = try await journal.beginRun(JournalSamples.run()) }
        #expect(failed?.message.contains("was deleted, moved or replaced") == true)
    }

    @Test(
        "An altered event is named, and the journal is not used",
        arguments: [
            ("text = '{}' WHERE kind = 'wanted'", "event 2 (wanted) says what can't be read."),
            ("kind = 'dreamt' WHERE number = 2", "event 2 can't be read."),
            (
                "item = x'00112233445566778899aabbccddeeff' WHERE kind = 'wanted'",
                "event 4 (attempt-began) is about an item that was never planned."
            ),
            ("run = 99 WHERE number = 2", "event 2 (wanted) is of run 99, which never began."),
            ("attempt = 77 WHERE kind = 'attempt-ended'", "event 5 (attempt-ended) ends an attempt that is not open."),
        ]
    )
    func altered(change: String, text: String) async throws {
        let run = try await journal.beginRun(JournalSamples.run())
        let items = JournalSamples.items(1)
        try await journal.want(items, in: run)
        try await journal.attempt(items[0].id, .accepted, to: .uploaded, proof: .response, in: run)
        try DatabaseQueue(path: log.path).inDatabase { try $0.execute(sql: "UPDATE event SET \(change)") }
        let reopened = Journal(try SQLiteLog(path: log.path))
        let failed = await error { _ = try await reopened.allRecords(at: JournalSamples.sandbox) }
        #expect(failed?.code == .journal)
        #expect(failed?.message.hasPrefix("The journal was changed or is damaged: ") == true)
        #expect(failed?.message.hasSuffix(text) == true, "\(failed?.message ?? "")")
        #expect(try await reopened.check().damage.count == 1)
    }

    /// Limits the file's size: the closest to a full disk that needs no privileges.
    private func setRoom(_ pages: Int) throws {
        try log.database.inDatabase { try $0.execute(sql: "PRAGMA max_page_count = \(pages)") }
    }

    private func error(_ body: () async throws -> Void) async -> GlossportError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? GlossportError
        }
    }
}
