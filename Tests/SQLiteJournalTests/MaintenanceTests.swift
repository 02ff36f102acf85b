import CLibrary
import Foundation
import GRDB
import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@testable import SQLiteJournal

@Suite("Maintenance of the SQLite journal")
struct MaintenanceTests {
    private let folder: TemporaryFolder
    private let path: String
    private let journal: Journal

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("journal.sqlite")
        journal = Journal(try SQLiteLog(path: path))
    }

    /// A run with one item uploaded on the second attempt, one refused, one in doubt, and a list request.
    private func story() async throws {
        let run = try await journal.beginRun(JournalSamples.run())
        let items = JournalSamples.items(3)
        _ = try await journal.want(items, in: run)
        try await journal.attempt(items[0].id, .throttled, to: .planned, in: run)
        try await journal.attempt(items[0].id, .accepted, to: .uploaded, proof: .response, in: run)
        try await journal.attempt(items[1].id, .refused, to: .refused, reason: "=1+1, \"too long\"", in: run)
        try await journal.attempt(items[2].id, .unknown, to: .unknown, in: run)
        let list = try await journal.beginAttempt(
            AttemptStart(.listMessages, item: nil, started: JournalSamples.moment()),
            in: run
        )
        let end = AttemptEnd(list, finished: JournalSamples.moment(1), answer: Answer(.accepted), change: nil)
        try await journal.finishAttempt(end, in: run)
        try await journal.endRun(run, at: JournalSamples.moment(2), exitCode: 3)
    }

    @Test("A closed journal is one file, and copying that file is enough")
    func closed() async throws {
        try await story()
        journal.close()
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        let copy = folder.file("copy.sqlite")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        #expect(try await Journal(SQLiteLog(path: copy)).allRecords(at: JournalSamples.sandbox).count == 3)
    }

    // MARK: Check

    @Test("A journal whose states follow from its attempts passes the check")
    func wholeJournal() async throws {
        try await story()
        let check = try await journal.check()
        #expect(check.items == 3)
        #expect(check.attempts == 5)
        #expect(check.damage == [])
        #expect(check.contradictions.map(\.text) == [])
    }

    @Test(
        "A state or text changed by hand is reported with the item's name",
        arguments: [
            (
                "UPDATE event SET state = 'planned', proof = NULL WHERE outcome = 'accepted' AND item IS NOT NULL",
                "is planned, but was accepted"
            ),
            (
                "UPDATE event SET proof = 'confirmed' WHERE outcome = 'accepted' AND item IS NOT NULL",
                "is confirmed, but no attempt of ours can have landed"
            ),
            (
                "UPDATE event SET text = replace(text, 'Überschrift 0', 'Tampered')",
                "does not match its digest"
            ),
        ]
    )
    func doctored(sql: String, text: String) async throws {
        try await story()
        try DatabaseQueue(path: path).inDatabase { try $0.execute(sql: sql) }
        let check = try await Journal(SQLiteLog(path: path)).check()
        #expect(check.contradictions.map(\.text) == [text])
        #expect(check.contradictions.first?.message == "keep-annual")
        #expect(check.contradictions.first?.destination == JournalSamples.sandbox)
    }

    @Test("A copy contains the same events, and a journal that is not empty is not overwritten")
    func copied() async throws {
        try await story()
        let copy = Journal(try SQLiteLog(path: folder.file("copy.sqlite")))
        #expect(try await journal.copy(into: copy)[JournalSamples.sandbox]?.itemCount == 3)
        #expect(
            try await copy.allRecords(at: JournalSamples.sandbox)
                == journal.allRecords(at: JournalSamples.sandbox)
        )
        await #expect(throws: GlossportError.self) { try await journal.copy(into: copy) }
    }

    // MARK: Prune

    @Test("Pruning keeps approvals with their runs and deliveries")
    func prunedApprovals() async throws {
        let run = try await journal.beginRun(JournalSamples.run())
        let texts = LocaleTexts(locale: "he", messages: 3, digest: [UInt8](repeating: 1, count: 32))
        let approval = Approval(.approved(texts), by: "Noa Levi", at: JournalSamples.moment())
        try await journal.recordApprovals([approval], in: run)
        try await journal.endRun(run, at: JournalSamples.moment(1), exitCode: 0)
        let later = try await journal.beginRun(JournalSamples.run())
        try await journal.endRun(later, at: JournalSamples.moment(2), exitCode: 0)
        #expect(try await journal.prune(before: JournalSamples.moment(99)).runs == 0)
        #expect(try await journal.read(at: JournalSamples.sandbox) { $0.approvals } == [approval])
    }

    @Test("Pruning removes unneeded events, and every state still follows from its attempts")
    func prune() async throws {
        try await story()
        let before = try await journal.allRecords(at: JournalSamples.sandbox)
        let gone = try await journal.prune(before: JournalSamples.moment(3_600))
        // The 429 of the uploaded item and the list request.
        #expect(gone.attempts == 2)
        #expect(gone.runs == 0)
        let after = try await journal.allRecords(at: JournalSamples.sandbox)
        #expect(after.map(\.item) == before.map(\.item))
        #expect(after.map(\.state) == before.map(\.state))
        #expect(after[2].history == before[2].history)
        #expect(try await journal.check().contradictions.isEmpty)
        // A reopened journal has the same states.
        #expect(
            try await Journal(SQLiteLog(path: path)).allRecords(at: JournalSamples.sandbox).map(\.state)
                == before.map(\.state)
        )
    }

    @Test("Pruning keeps a request that has no answer or whose answer is the newest event")
    func pruneUnderWay() async throws {
        let run = try await journal.beginRun(JournalSamples.run())
        func list() async throws -> AttemptID {
            try await journal.beginAttempt(
                AttemptStart(.listMessages, item: nil, started: JournalSamples.moment()),
                in: run
            )
        }
        func end(_ attempt: AttemptID) async throws {
            let end = AttemptEnd(attempt, finished: JournalSamples.moment(1), answer: Answer(.accepted), change: nil)
            try await journal.finishAttempt(end, in: run)
        }
        let (pending, answered) = (try await list(), try await list())
        try await end(answered)
        #expect(try await journal.prune(before: JournalSamples.moment(3_600)).attempts == 0)
        try await end(pending)
        let check = try await Journal(SQLiteLog(path: path)).check()
        #expect(check.damage == [] && check.attempts == 2)
    }

    @Test("Pruning keeps newer events")
    func pruneKeeps() async throws {
        try await story()
        #expect(try await journal.prune(before: JournalSamples.moment()).attempts == 0)
    }

    @Test("Pruning removes runs without effects, but never a command's newest run")
    func pruneRuns() async throws {
        for second in 0..<3 {
            let run = try await journal.beginRun(JournalSamples.run(started: JournalSamples.moment(Int64(second))))
            try await journal.endRun(run, at: JournalSamples.moment(Int64(second) + 1), exitCode: 0)
        }
        #expect(try await journal.prune(before: JournalSamples.moment(3_600)).runs == 2)
        #expect(try await journal.lastRun(of: .import, at: JournalSamples.sandbox)?.id == 5)
    }

    // MARK: Waiting for the lock

    private var store: SQLiteJournalStore { SQLiteJournalStore(path: path) }

    @Test("A waiting importer reports the holder once and gets the lock when it is free")
    func waits() async throws {
        let time = ManualTime()
        let holder = try ImporterLock.acquire(journalPath: path, destination: JournalSamples.sandbox, at: time.now)
        async let freed: Void = {
            await time.sleepers(1)
            time.advance(by: .seconds(1))
            await time.sleepers(1)
            holder.close()
            time.advance(by: .seconds(1))
        }()
        let recorder = WaitRecorder()
        let session = Session(waitingFor: store, upTo: .seconds(60), by: time, progress: recorder)
        let hold = try await session.holdDestination()
        await freed
        hold.end()
        #expect(recorder.messages.count == 1)
        #expect(recorder.messages.first?.contains("is held by process") == true)
    }

    @Test("A stop request ends the wait for the lock")
    func stopped() async throws {
        let time = ManualTime()
        let holder = try ImporterLock.acquire(journalPath: path, destination: JournalSamples.sandbox, at: time.now)
        defer { holder.close() }
        let stop = StopRequest()
        stop.request(.deadline)
        await #expect(throws: Stopped(.deadline)) {
            _ = try await Session(waitingFor: store, upTo: nil, by: time, until: stop).holdDestination()
        }
    }

    @Test("When the time limit of a wait is reached, the error is the same as without waiting")
    func waitsTooLong() async throws {
        let time = ManualTime(jumps: true)
        let started = time.now
        let holder = try ImporterLock.acquire(journalPath: path, destination: JournalSamples.sandbox, at: time.now)
        let error = await #expect(throws: GlossportError.self) {
            _ = try await Session(waitingFor: store, upTo: .seconds(60), by: time).holdDestination()
        }
        #expect(error?.code == .journalLocked)
        #expect(time.now - started == .seconds(60))
        holder.close()
    }
}

/// Records the messages about waiting for the lock.
private final class WaitRecorder: Glossport.Progress {
    private let recorded = Mutex<[String]>([])

    var messages: [String] { recorded.withLock { $0 } }

    func report(_ event: any ProgressEvent) {
        guard case .waitingForRun(let error)? = event as? RunStep else { return }
        recorded.withLock { $0.append(error.message) }
    }
}
