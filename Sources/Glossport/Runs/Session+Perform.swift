package import GlossportProject
import GlossportReading

extension Session {
    /// Performs a use case as a recorded run.
    ///
    /// - Returns: The use case's result.
    /// - Throws: ``FailedRun`` with the error that ended a run after its start; other errors before that.
    package func perform<Work: UseCase>(_ work: Work) async throws -> Finished<Work.Outcome> {
        try await work.begin(conversation, at: destination)
        let sources = try work.sources
        let hold = work.isExclusive ? try await holdDestination() : nil
        defer { hold?.end() }
        try stop.check()
        let journal = try await store.open(.creating)
        defer { journal.close() }
        return try await service.lend { client in
            try await recordRun(work.command, isExclusive: work.isExclusive, sources: sources, journal, client) {
                run,
                stamp in
                do {
                    let output = try await work.perform(in: run)
                    return (Finished(output: output, stamp: stamp), output.status)
                } catch {
                    throw FailedRun(cause: error, stamp: stamp, requests: run.requests)
                }
            }
        }
    }

    /// Locks the destination, if necessary after waiting for its holder, which is reported once.
    ///
    /// - Throws: ``GlossportError`` with code `journalLocked` after ``RunLimits/waitForLock``, or `journal` if locking
    ///   is impossible; ``Stopped``; `CancellationError`.
    package func holdDestination() async throws -> JournalHold {
        let started = time.now
        var hasReported = false
        while true {
            do {
                return try await store.hold(destination, at: time.now)
            } catch let error as GlossportError where error.code == .journalLocked {
                if let limit = limits.waitForLock, time.now - started >= limit { throw error }
                if !hasReported { progress.report(RunStep.waitingForRun(error)) }
                hasReported = true
                try await stop.sleep(until: time.now + store.lockPause, by: time)
            }
        }
    }

    /// Records a run of this session from beginning to end.
    ///
    /// `namesService` binds the destination to this service in the journal. `body` returns its result and exit status.
    ///
    /// - Throws: ``GlossportError`` if the run can't be recorded; errors of `body`.
    func recordRun<Value>(
        _ command: RunCommand,
        isExclusive: Bool = false,
        sources: [RunStart.Source] = [],
        namesService: Bool = true,
        _ journal: Journal,
        _ client: any MessageService,
        body: (Run, RunStamp) async throws -> (value: Value, status: ExitStatus)
    ) async throws -> Value {
        let start = RunStart(
            destination: destination,
            command: command,
            toolVersion: version,
            started: time.now,
            isExclusive: isExclusive,
            sources: sources,
            service: namesService ? service.name : nil
        )
        // Requests may be in flight until the run has ended, so a signal must wait for their records.
        let before = stop.setUnderWay(true)
        defer { stop.setUnderWay(before) }
        return try await journal.recordRun(start, by: time) { id in
            let run = Run(self, journal, client, as: id, seed: .random(in: .min ... .max))
            let stamp = RunStamp(run: id, started: start.started, journal: journalName)
            progress.report(RunStep.began(stamp, command))
            return try await body(run, stamp)
        }
    }
}

/// The result of a run, with the run's stamp.
package struct Finished<Output: RunResult>: Sendable {
    package let output: Output
    package let stamp: RunStamp
}

/// The error that ended a recorded run, with the requests sent before it.
public struct FailedRun: Error, CustomStringConvertible {
    /// The underlying error.
    public let cause: any Error
    package let stamp: RunStamp
    package let requests: [Endpoint: Int]

    /// The underlying error, in words.
    public var description: String { "\(cause)" }
}

extension Journal {
    /// Records a run from beginning to end, regardless of its result.
    ///
    /// `body` returns its result and exit status.
    ///
    /// - Throws: ``GlossportError`` if the run can't be recorded; errors of `body`.
    package func recordRun<Value>(
        _ start: RunStart,
        by time: any TimeSource,
        body: (RunID) async throws -> (value: Value, status: ExitStatus)
    ) async throws -> Value {
        let runID = try await beginRun(start)
        do {
            let (value, status) = try await body(runID)
            try? await endRun(runID, at: time.now, exitCode: Int(status.rawValue))
            return value
        } catch {
            try? await endRun(runID, at: time.now, exitCode: Int(ExitStatus(of: error).rawValue))
            throw error
        }
    }
}
