import CLibrary
import Foundation
import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@testable import SQLiteJournal

/// The exclusion of a second importer when the lock file was deleted.
@Suite(
    "Holder",
    .enabled(
        if: ProcessIdentity.current.startTicks != nil,
        "This system does not report when a process started."
    )
)
struct HolderTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("journal.sqlite")
    }

    /// A process that is always alive: the one with process ID 1.
    private var living: ProcessIdentity {
        var process = ProcessIdentity.current
        process.pid = 1
        process.startTicks = Platform.startTicks(of: 1)
        return process
    }

    private func exclusiveRun(at destination: Destination = JournalSamples.sandbox) -> RunStart {
        var run = JournalSamples.run(at: destination)
        run.isExclusive = true
        return run
    }

    /// A journal with a run that another process has begun and not ended.
    private func journal(heldBy process: ProcessIdentity) async throws -> Journal {
        _ = try await Journal(try SQLiteLog(path: path), by: process).beginRun(exclusiveRun())
        return Journal(try SQLiteLog(path: path))
    }

    @Test("While another process is alive and its run has not ended, no second exclusive run begins")
    func alive() async throws {
        let journal = try await journal(heldBy: living)
        let error = await #expect(throws: GlossportError.self) { _ = try await journal.beginRun(exclusiveRun()) }
        #expect(error?.code == .journalLocked)
        #expect(
            error?.message == """
                The journal for com.example.northlight (sandbox) is held by process 1 on \(living.host) (`import`), which is still running.
                """
        )
        await #expect(throws: GlossportError.self) { try await journal.requireNoHolder(at: JournalSamples.sandbox) }
        journal.close()
    }

    @Test("A run that is not exclusive and a run at another destination are permitted")
    func others() async throws {
        let journal = try await journal(heldBy: living)
        let elsewhere = Destination(app: JournalSamples.sandbox.app, environment: .production)
        _ = try await journal.beginRun(JournalSamples.run())
        _ = try await journal.beginRun(exclusiveRun(at: elsewhere))
        try await journal.requireNoHolder(at: elsewhere)
        journal.close()
    }

    @Test("Pruning keeps all events since the start of a run that has not ended")
    func pruned() async throws {
        let holder = Journal(try SQLiteLog(path: path), by: living)
        let run = try await holder.beginRun(exclusiveRun())
        let start = AttemptStart(.listMessages, item: nil, started: JournalSamples.moment())
        let attempt = try await holder.beginAttempt(start, in: run)
        let end = AttemptEnd(attempt, finished: JournalSamples.moment(1), answer: Answer(.accepted), change: nil)
        try await holder.finishAttempt(end, in: run)
        try await holder.want(JournalSamples.items(1), in: run)
        let journal = Journal(try SQLiteLog(path: path))
        #expect(try await journal.prune(before: JournalSamples.moment(3_600)).attempts == 0)
        try await holder.endRun(run, at: JournalSamples.moment(2), exitCode: 0)
        #expect(try await journal.prune(before: JournalSamples.moment(3_600)).attempts == 1)
        journal.close()
    }

    @Test("After a run has ended, its destination is free")
    func ended() async throws {
        let holder = Journal(try SQLiteLog(path: path), by: living)
        let run = try await holder.beginRun(exclusiveRun())
        try await holder.endRun(run, at: JournalSamples.moment(), exitCode: 0)
        let journal = Journal(try SQLiteLog(path: path))
        try await journal.requireNoHolder(at: JournalSamples.sandbox)
        _ = try await journal.beginRun(exclusiveRun())
        journal.close()
    }

    @Test(
        "A killed process, a reused PID, another boot or another machine holds nothing",
        arguments: ["killed", "pid", "boot", "machine", "unknown"]
    )
    func dead(how: String) async throws {
        var process = living
        switch how {
        // Above the range of process IDs.
        case "killed": process.pid = .max
        case "pid": process.startTicks = (process.startTicks ?? 0) + 1
        case "boot": process.bootID = "another"
        case "machine": process.host = "another"
        default: process.startTicks = nil
        }
        let journal = try await journal(heldBy: process)
        try await journal.requireNoHolder(at: JournalSamples.sandbox)
        _ = try await journal.beginRun(exclusiveRun())
        journal.close()
    }

    @Test("Existing processes have a start time and are alive, and a missing process has no start time")
    func identity() {
        let current = ProcessIdentity.current
        #expect((current.startTicks ?? 0) > 0)
        #expect(current.isAlive == true && living.isAlive == true)
        #expect(Platform.startTicks(of: .max) == nil)
    }
}
