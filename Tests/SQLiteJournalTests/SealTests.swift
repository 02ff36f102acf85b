import Foundation
import GRDB
import GlossportChecking
import GlossportImporting
import GlossportReading
import GlossportTesting
import Testing

@testable import SQLiteJournal

@Suite("Seals of the SQLite journal")
struct SealTests {
    private let folder: TemporaryFolder
    private let path: String
    private let journal: SQLiteJournal

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("journal.sqlite")
        journal = try SQLiteJournal(path: path)
    }

    /// A row in every table.
    private func story() async throws {
        let run = try await journal.beginRun(JournalSamples.run())
        let items = [JournalSamples.item(0), JournalSamples.item(1), JournalSamples.item(2, message: "win-back")]
        _ = try await journal.enqueue(items, in: run)
        let pause = Pause(until: JournalSamples.moment(60))
        try await journal.attempt(items[0].id, .throttled, to: .planned, pause: pause, in: run)
        try await journal.attempt(items[0].id, .accepted, to: .uploaded, proof: .response, in: run)
        try await journal.attempt(items[1].id, .refused, to: .refused, reason: "4000023: too long", in: run)
        try await journal.noteReviews([items[0].id: .pending], at: JournalSamples.moment(), in: run)
        let slot = DefaultSlot(product: "pro", locale: "de-DE")
        let wanted = DesiredDefault(slot, message: "keep-annual", item: items[0].id)
        try await journal.desire([wanted], products: [:], in: run)
        try await journal.noteDefault(slot, items[0].id, at: JournalSamples.moment(), in: run)
        try await journal.noteDefaultAttempt(slot, items[0].id, in: run)
        let seen = DefaultRecord.Seen(items[0].id, at: JournalSamples.moment(), isOurs: true)
        try await journal.noteSeenDefault(slot, seen, in: run)
        try await journal.forgetOutcomes(of: [items[1].id], at: JournalSamples.moment(), in: run)
        try await journal.noteList(shown: [], lacked: [items[0].id], at: JournalSamples.moment(), in: run)
        try await journal.noteDeletion(of: [items[0].id], at: JournalSamples.moment(), in: run)
        let texts = LocaleTexts(locale: "de-DE", messages: 2, digest: [UInt8](repeating: 3, count: 32))
        let approval = Approval(.approved(texts), by: "Noa Levi", at: JournalSamples.moment())
        try await journal.noteApprovals([approval], in: run)
        try await journal.endRun(run, at: JournalSamples.moment(2), exitCode: 0)
        var exclusive = JournalSamples.run()
        exclusive.isExclusive = true
        _ = try await journal.beginRun(exclusive)
    }

    private func doctor(_ sql: String) throws {
        try DatabaseQueue(path: path).inDatabase { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try db.execute(sql: sql)
        }
    }

    @Test(
        "Whatever another hand changes is named",
        arguments: [
            (
                "UPDATE destination SET app = 'com.example.other'",
                "a row of destination (com.example.other, sandbox) is not"
            ),
            ("UPDATE run SET exit_code = 1 WHERE number = 1", "a row of run (import 1) is not"),
            ("UPDATE source SET sha256 = zeroblob(32)", "a row of source (vendor/de.xliff of run 1) is not"),
            (
                "UPDATE item SET content = replace(content, 'Bleib', 'Nimm!') WHERE number = 3",
                "a row of item (message win-back in de-DE) is not"
            ),
            (
                "UPDATE item SET id = zeroblob(16) WHERE number = 3",
                "a row of item (message win-back in de-DE) is not"
            ),
            (
                "UPDATE item SET reason = 'x' WHERE number = 3",
                "a row of state of item (message win-back in de-DE) is not"
            ),
            (
                "INSERT INTO attempt (destination, endpoint, run, started_us) VALUES (1, 'listMessages', 1, 1)",
                "a row of attempt (4, listMessages) was not written by glossport"
            ),
            ("UPDATE budget SET paused_until_us = 0", "a row of budget (uploadMessage) is not"),
            ("UPDATE review SET state = 'approved'", "a row of review (message keep-annual in de-DE) is not"),
            ("DELETE FROM review", "a row of review (1) is gone"),
            ("UPDATE desired_default SET item = 2", "a row of desired_default (pro in de-DE) is not"),
            ("UPDATE default_change SET id = NULL", "a row of default_change (pro in de-DE) is not"),
            ("DELETE FROM default_change", "a row of default_change (1) is gone"),
            ("UPDATE default_seen SET is_ours = 0", "a row of default_seen (pro in de-DE) is not"),
            ("DELETE FROM default_attempt", "a row of default_attempt ("),
            ("UPDATE forgotten SET attempt = 0", "a row of forgotten (message keep-annual in de-DE) is not"),
            ("DELETE FROM deletion", "a row of deletion (1) is gone"),
            ("DELETE FROM missing", "a row of missing (1) is gone"),
            ("UPDATE approval SET digest = zeroblob(32)", "a row of approval (de-DE by Noa Levi) is not"),
            ("DELETE FROM approval", "a row of approval (1) is gone"),
            ("UPDATE holder SET run = 1", "a row of holder (run 1) is not"),
            ("UPDATE migration SET applied_at = ''", "a row of migration (0001-items-and-attempts) is not"),
        ]
    )
    func altered(sql: String, text: String) async throws {
        try await story()
        #expect(try await journal.check().alterations == [])
        try doctor(sql)
        let found = try await journal.check().alterations
        #expect(found.first?.hasPrefix(text) == true, "\(found)")
        let error = await #expect(throws: GlossportError.self) { try await journal.verify() }
        #expect(error?.code == .journal)
        #expect(error?.message.contains(text) == true)
        #expect(error?.remedy?.description.contains("check of the journal") == true)
    }

    @Test(
        "A seal that is changed, left out or put in between does not fit the others",
        arguments: [
            "DELETE FROM seal WHERE number = 3", "UPDATE seal SET chain = zeroblob(32) WHERE number = 3",
            "UPDATE seal SET entries = x'01' WHERE number = 3", "UPDATE seal SET base = zeroblob(32) WHERE number = 3",
            "UPDATE seal SET number = number + 100 WHERE number > 3",
        ]
    )
    func alteredSeals(sql: String) async throws {
        try await story()
        try doctor(sql)
        let found = try await journal.check().alterations
        #expect(found.contains { $0.contains("does not follow from those before it") }, "\(found)")
    }

    @Test("A journal without its seals is not taken for one that needs none")
    func noSeals() async throws {
        try await story()
        try doctor("DELETE FROM seal")
        #expect(try await journal.check().alterations.first == "the journal has no seals")
    }

    @Test("The head stays the same until something is written, and then never comes back")
    func head() async throws {
        var heads: [String?] = []
        for _ in 0..<2 {
            _ = try await journal.beginRun(JournalSamples.run())
            heads += [try await journal.check().head, try await SQLiteJournal(path: path).check().head]
        }
        #expect(heads[0] != nil && heads[0] == heads[1])
        #expect(heads[1] != heads[2] && heads[2] == heads[3])
    }

    @Test("What changes with every look leaves no seal")
    func volatile() async throws {
        try await story()
        let run = try await journal.beginRun(JournalSamples.run())
        let item = JournalSamples.item(0)
        let before = try await journal.check().head
        try await journal.noteReviews([item.id: .pending], at: JournalSamples.moment(9), in: run)
        _ = try await journal.claim(1, in: run)
        #expect(try await journal.check().head == before)
        try await journal.noteReviews([item.id: .approved], at: JournalSamples.moment(9), in: run)
        #expect(try await journal.check().head != before)
    }

    @Test("A faulty write takes its seals with it")
    func rolledBack() async throws {
        try await story()
        let run = try await journal.beginRun(JournalSamples.run())
        var faulty = JournalSamples.item(8)
        faulty.digest = [1]
        let items = [JournalSamples.item(7), faulty]
        await #expect(throws: GlossportError.self) { _ = try await journal.enqueue(items, in: run) }
        _ = try await journal.enqueue([JournalSamples.item(9)], in: run)
        #expect(try await journal.check().alterations == [])
    }

    @Test("Pruning puts one seal in the place of all, and the chain goes on")
    func prune() async throws {
        try await story()
        let before = try await journal.check().head
        _ = try await journal.prune(before: JournalSamples.moment(3_600))
        let seals = try await journal.commits.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM seal") }
        #expect(seals == 1)
        #expect(try await journal.check().head != before)
        _ = try await journal.beginRun(JournalSamples.run())
        #expect(try await journal.check().alterations == [])
    }

    @Test("Pruning does not seal what another hand has changed")
    func pruneRefuses() async throws {
        try await story()
        try doctor("UPDATE review SET state = 'approved'")
        await #expect(throws: GlossportError.self) {
            _ = try await journal.prune(before: JournalSamples.moment(3_600))
        }
        #expect(try await journal.check().alterations.count == 1)
    }

    @Test("A text that fits its seal but not its id is found too")
    func identity() async throws {
        let run = try await journal.beginRun(JournalSamples.run())
        var item = JournalSamples.item(1)
        item.content = .message(MessageContent(header: "Another", body: "Text"))
        _ = try await journal.enqueue([item], in: run)
        let check = try await journal.check()
        #expect(check.alterations == [])
        #expect(check.contradictions.map(\.text) == ["says something else than what its digest stands for"])
    }
}
