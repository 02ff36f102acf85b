import CLibrary
import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

/// The failover from a server that lost commits to a standby that other processes may have written to since.
@Suite("Journals after a failover")
struct FailoverTests {
    private typealias Samples = JournalSamples

    /// A log whose server can be replaced at any time.
    private final class FailoverLog: WrappedLog {
        private let server: Mutex<MemoryLog>

        init(_ first: MemoryLog) { server = Mutex(first) }

        var log: any JournalLog { server.withLock { $0 } }

        func failOver(to next: MemoryLog) { server.withLock { $0 = next } }
    }

    /// The number of events that the standby lacks, and the number that other processes have written there since.
    struct Divergence: Sendable, CustomTestStringConvertible {
        var lost: Int
        var since: Int
        var testDescription: String { "\(lost) lost, \(since) since" }

        static let all = (1...5).flatMap { lost in (0...7).map { Divergence(lost: lost, since: $0) } }
    }

    /// A process whose fifth event opens an attempt, and whose server was then replaced.
    private func process(_ divergence: Divergence) async throws -> (
        journal: Journal, run: RunID, attempt: AttemptID, standby: MemoryLog
    ) {
        let first = MemoryLog()
        let log = FailoverLog(first)
        let journal = Journal(log)
        let (run, attempt) = try await begin(journal)
        let events = try await first.events(of: Samples.sandbox, after: 0, limit: 100)
        #expect(events.count == 5)
        let kept = events.count - divergence.lost
        // The other process performs the same steps. If all events are lost, its events differ only in their writer.
        let longer = try await memory(of: events.prefix(kept))
        let other = Journal(longer)
        let (second, _) = try await begin(other)
        for _ in 0..<4 { try await other.attempt(Samples.item(0).id, .throttled, to: .planned, in: second) }
        let all = try await longer.events(of: Samples.sandbox, after: 0, limit: 100)
        let standby = try await memory(of: all.prefix(kept + divergence.since))
        log.failOver(to: standby)
        return (journal, run, attempt, standby)
    }

    private func memory(of events: some Sequence<JournalEvent>) async throws -> MemoryLog {
        let log = MemoryLog()
        try await log.fill([Samples.sandbox: Array(events)])
        return log
    }

    private func begin(_ journal: Journal) async throws -> (RunID, AttemptID) {
        let run = try await journal.beginRun(Samples.run())
        try await journal.want(Samples.items(2), in: run)
        let start = AttemptStart(.uploadMessage, item: Samples.item(0).id, started: Samples.moment())
        return (run, try await journal.beginAttempt(start, in: run))
    }

    private func count(_ log: MemoryLog) async throws -> Int {
        try await log.events(of: Samples.sandbox, after: 0, limit: 1_000).count
    }

    private func expectLoss(_ body: () async throws -> Void) async {
        let error = await #expect(throws: GlossportError.self) { try await body() }
        #expect(error?.code == .journal)
        #expect(error?.message.contains("has lost confirmed data") == true)
        #expect(error?.remedy?.contains("bug") == false)
    }

    @Test("A process whose events were lost can no longer write or read", arguments: Divergence.all)
    func lost(divergence: Divergence) async throws {
        let operations: [@Sendable (Journal, RunID, AttemptID) async throws -> Void] = [
            { journal, run, _ in try await journal.want([Samples.item(9)], in: run) },
            { journal, run, attempt in
                let change = ItemChange(Samples.item(0).id, to: .uploaded, proof: .response)
                let end = AttemptEnd(attempt, finished: Samples.moment(1), answer: Answer(.accepted), change: change)
                try await journal.finishAttempt(end, in: run)
            },
            { journal, run, _ in try await journal.endRun(run, at: Samples.moment(9), exitCode: 0) },
            { journal, _, _ in _ = try await journal.beginRun(Samples.run()) },
            { journal, _, _ in _ = try await journal.allRecords(at: Samples.sandbox) },
        ]
        // Each operation in turn is the first after a failover; the later ones must fail as well.
        for first in operations.indices {
            let (journal, run, attempt, standby) = try await process(divergence)
            let before = try await count(standby)
            for operation in operations[first...] { await expectLoss { try await operation(journal, run, attempt) } }
            #expect(try await count(standby) == before)
        }
    }

    @Test("After a failover to a complete standby, a run continues even after other runs' events", arguments: 0...7)
    func whole(since: Int) async throws {
        let (journal, run, attempt, standby) = try await process(Divergence(lost: 0, since: since))
        let change = ItemChange(Samples.item(0).id, to: .uploaded, proof: .response)
        let end = AttemptEnd(attempt, finished: Samples.moment(1), answer: Answer(.accepted), change: change)
        try await journal.finishAttempt(end, in: run)
        try await journal.endRun(run, at: Samples.moment(9), exitCode: 0)
        #expect(try await Journal(standby).record(Samples.item(0).id)?.state == .uploaded)
    }

    @Test("A run can be continued only by the process that began it, not by another with the run's number")
    func otherRun() async throws {
        let log = MemoryLog()
        let (run, _) = try await begin(Journal(log))
        let other = Journal(log)
        let before = try await count(log)
        await expectLoss { try await other.want([Samples.item(9)], in: run) }
        await expectLoss { try await other.endRun(run, at: Samples.moment(9), exitCode: 0) }
        #expect(try await count(log) == before)
    }

    @Test("If a failover replaces the log's history between two reads, reading fails")
    func parts() async throws {
        func long() async throws -> MemoryLog {
            let journal = Journal(MemoryLog())
            _ = try await journal.beginRun(Samples.run())
            let began = try #require(try await journal.log.events(of: Samples.sandbox, after: 0, limit: 1).first)
            return try await memory(
                of: (1...25_000).map { number in
                    var event = began
                    event.position.number = Int64(number)
                    return event
                }
            )
        }
        let (first, second) = (try await long(), try await long())
        let log = FailoverLog(first)
        let journal = Journal(log)
        var count = 0
        try await journal.events(of: Samples.sandbox) { count += $0.count }
        #expect(count == 25_000)
        await expectLoss { try await journal.events(of: Samples.sandbox) { _ in log.failOver(to: second) } }
    }
}
