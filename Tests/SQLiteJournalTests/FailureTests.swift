import Foundation
import GRDB
import GlossportChecking
import GlossportImporting
import GlossportReading
import GlossportTesting
import Testing

@testable import SQLiteJournal

@Suite("A SQLite journal that can't go on")
struct FailureTests {
    private let folder: TemporaryFolder
    private let journal: SQLiteJournal

    init() throws {
        folder = try TemporaryFolder()
        journal = try SQLiteJournal(path: folder.file("journal.sqlite"))
    }

    @Test("A full disk fails every write that shares the transaction, and all later ones")
    func fullDisk() async throws {
        let items = JournalSamples.items(3)
        let run = try await journal.beginRun(JournalSamples.run())
        _ = try await journal.enqueue(items, in: run)
        let pages = try await journal.commits.database.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
        try setRoom(pages)
        let more = (10..<500).map { JournalSamples.item($0) }
        let failed = await error { _ = try await journal.enqueue(more, in: run) }
        #expect(failed?.code == .journal)
        #expect(failed?.message.hasPrefix("The disk is full") == true)
        #expect(failed?.remedy?.description.hasPrefix("Make room") == true)
        // There is room again, but this process must not go on as if nothing had happened.
        try setRoom(1_000_000)
        let later = await error {
            let start = AttemptStart(.uploadMessage, item: items[0].id, started: JournalSamples.moment())
            _ = try await journal.beginAttempt(start, in: run)
        }
        #expect(later?.message == failed?.message)
        // What was durable before is there, and nothing else.
        let reopened = try SQLiteJournal(path: journal.path)
        let expected = items.map { ItemRecord(item: $0, state: .planned) }
        #expect(try await reopened.allRecords(at: JournalSamples.sandbox) == expected)
    }

    @Test("A deleted file is noticed before anything is written into nowhere")
    func deleted() async throws {
        let run = try await journal.beginRun(JournalSamples.run())
        try FileManager.default.removeItem(atPath: journal.path)
        let failed = await error { _ = try await journal.enqueue(JournalSamples.items(1), in: run) }
        #expect(failed?.code == .journal)
        #expect(failed?.message.contains("was deleted, moved or replaced") == true)
    }

    @Test("A replaced file is noticed too")
    func replaced() async throws {
        _ = try await journal.beginRun(JournalSamples.run())
        try FileManager.default.moveItem(atPath: journal.path, toPath: folder.file("moved.sqlite"))
        try Data().write(to: URL(fileURLWithPath: journal.path))
        let failed = await error { _ = try await journal.beginRun(JournalSamples.run()) }
        #expect(failed?.message.contains("was deleted, moved or replaced") == true)
    }

    @Test("A write that breaks a rule of the schema fails alone, and later ones work")
    func constraint() async throws {
        let run = try await journal.beginRun(JournalSamples.run())
        var item = JournalSamples.item(1)
        item.digest = [1, 2, 3]
        let failed = await error { _ = try await journal.enqueue([item], in: run) }
        #expect(failed?.code == .journal)
        // The rule's text and the row's are SQLite's business.
        #expect(failed?.message.contains("digest") == false)
        #expect(try await journal.enqueue([JournalSamples.item(1)], in: run).count == 1)
    }

    @Test("An unreadable row is an error, not a crash")
    func unreadableRow() async throws {
        let run = try await journal.beginRun(JournalSamples.run())
        _ = try await journal.enqueue(JournalSamples.items(1), in: run)
        try DatabaseQueue(path: journal.path).inDatabase { try $0.execute(sql: "UPDATE item SET content = '{}'") }
        let failed = await error { _ = try await journal.allRecords(at: JournalSamples.sandbox) }
        #expect(failed?.message == "The journal has an item with an unreadable content.")
    }

    /// A file that may not grow is the nearest thing to a full disk that needs no privileges.
    private func setRoom(_ pages: Int) throws {
        try journal.commits.database.inDatabase { try $0.execute(sql: "PRAGMA max_page_count = \(pages)") }
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
