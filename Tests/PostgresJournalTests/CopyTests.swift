import Foundation
import GlossportChecking
import GlossportImporting
import GlossportReading
import GlossportTesting
import SQLiteJournal
import Testing

@testable import PostgresJournal

@Suite("Copies of journals", .enabled(if: PostgresCluster.isThere, "There is no PostgreSQL on this machine."))
struct CopyTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "glossport-copy-\(UUID().uuidString)"
    )

    private func file(_ name: String) throws -> SQLiteJournal {
        try SQLiteJournal(path: folder.appendingPathComponent(name).path)
    }

    /// A journal in which every table has rows.
    private func fill(_ journal: any StoredJournal) async throws {
        let run = try await journal.beginRun(JournalSamples.run())
        let items = JournalSamples.items(4) + [JournalSamples.image(1)]
        _ = try await journal.enqueue(items, in: run)
        _ = try await journal.claim(2, in: run)
        let pause = Pause(until: JournalSamples.moment(60), steadyUntil: JournalSamples.moment(90))
        try await journal.attempt(items[0].id, .accepted, to: .uploaded, proof: .response, pause: pause, in: run)
        try await journal.attempt(items[1].id, .refused, to: .refused, reason: "4000“ \\ \" {},NULL\n", in: run)
        try await journal.attempt(items[2].id, .unknown, to: .unknown, in: run)
        try await journal.noteReviews([items[0].id: .approved], at: JournalSamples.moment(), in: run)
        let slot = DefaultSlot(product: "annual", locale: "de-DE")
        let desired = DesiredDefault(slot, message: items[0].message, item: items[0].id)
        try await journal.desire([desired], products: [:], in: run)
        try await journal.noteDefault(slot, items[0].id, at: JournalSamples.moment(1), in: run)
        try await journal.noteDefaultAttempt(slot, items[1].id, in: run)
        try await journal.noteSeenDefault(
            slot,
            DefaultRecord.Seen(nil, at: JournalSamples.moment(2), isOurs: false),
            in: run
        )
        try await journal.noteList(shown: [], lacked: [items[0].id], at: JournalSamples.moment(3), in: run)
        try await journal.forgetOutcomes(of: [items[1].id], at: JournalSamples.moment(4), in: run)
        try await journal.noteDeletion(of: [items[0].id], at: JournalSamples.moment(5), in: run)
        let texts = LocaleTexts(locale: "de-DE", messages: 2, digest: Array(repeating: 3, count: 32))
        try await journal.noteApprovals(
            [Approval(.approved(texts), by: "Ada", note: nil, at: JournalSamples.moment(6))],
            in: run
        )
        try await journal.endRun(run, at: JournalSamples.moment(7), exitCode: 3)
    }

    @Test("From a file into PostgreSQL and back, every row of every table is the same, and work goes on")
    func thereAndBack() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let original = try file("a.sqlite")
        try await fill(original)
        let shared = try await PostgresCluster.journal().open()
        let counts = try await JournalCopy.copy(original, into: shared)
        try await JournalCopy.compare(original, shared)
        #expect(counts.count == StoredTable.all.count)
        #expect(counts.filter { $0.value == 0 }.map(\.key.name) == [])
        let back = try file("b.sqlite")
        _ = try await JournalCopy.copy(shared, into: back)
        try await JournalCopy.compare(original, back)
        try await back.verify()
        #expect(try await back.check().alterations == [])
        // New rows don't get the numbers of old ones.
        let run = try await shared.beginRun(JournalSamples.run())
        #expect(run.rawValue == 2)
        #expect(try await shared.enqueue([JournalSamples.item(77)], in: run).map(\.state) == [.planned])
        try await shared.attempt(JournalSamples.item(77).id, .accepted, to: .uploaded, proof: .response, in: run)
    }

    @Test("Both kinds hand out the same tables, and check to the same")
    func exports() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let original = try file("a.sqlite")
        try await fill(original)
        let shared = try await PostgresCluster.journal().open()
        _ = try await JournalCopy.copy(original, into: shared)
        for kind in JournalTable.Kind.allCases {
            var tables: [[JournalTable]] = [[], []]
            try await original.export(kind) { tables[0].append($0) }
            try await shared.export(kind) { tables[1].append($0) }
            #expect(tables[0].map(\.columns) == tables[1].map(\.columns))
            #expect(tables[0].map(\.rows) == tables[1].map(\.rows))
        }
        let (first, second) = (try await original.check(), try await shared.check())
        #expect(first.items == second.items && first.attempts == second.attempts)
        #expect(first.contradictions.map(\.text) == second.contradictions.map(\.text))
        #expect(second.damage == [])
        let moment = JournalSamples.moment(86_400 * 90)
        let pruned = (try await original.prune(before: moment), try await shared.prune(before: moment))
        #expect(pruned.0 == pruned.1)
        try await JournalCopy.compare(original, shared)
    }

    @Test("A journal that remembers something is not copied into")
    func notEmpty() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let original = try file("a.sqlite")
        try await fill(original)
        let shared = try await PostgresCluster.journal().open()
        try await fill(shared)
        await #expect(throws: GlossportError.self) { _ = try await JournalCopy.copy(original, into: shared) }
    }

    /// Stops like a killed process: with some rows copied, and the rest not.
    private func cutOff(_ target: any StoredJournal) async throws {
        try await target.setUnfinished(true)
        let original = try file("original.sqlite")
        try await fill(original)
        let rows = try await original.storedRows(of: StoredTable.all[0], from: 0, limit: 10)
        try await target.store(rows, in: StoredTable.all[0])
        target.close()
    }

    @Test("A copy in a file that was cut off is refused by every opening")
    func unfinishedFile() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await cutOff(try file("copy.sqlite"))
        for creating in [false, true] {
            let error = #expect(throws: GlossportError.self) {
                try SQLiteJournal(path: folder.appendingPathComponent("copy.sqlite").path, creating: creating)
            }
            #expect(error?.code == .journal && error?.message.contains("not finished") == true)
        }
    }

    @Test("A copy in PostgreSQL that was cut off is refused by every opening")
    func unfinishedDatabase() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try await PostgresCluster.journal()
        try await cutOff(try await database.open())
        let error = await #expect(throws: GlossportError.self) { _ = try await database.open() }
        #expect(error?.code == .journal && error?.message.contains("not finished") == true)
    }
}
