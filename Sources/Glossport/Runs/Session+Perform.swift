package import GlossportProject

extension Session {
    /// Performs a use case as a booked run.
    ///
    /// - Returns: Its result.
    /// - Throws: ``FailedRun`` with what ended a run that had begun; other errors before.
    package func perform<Work: UseCase>(_ work: Work) async throws -> Finished<Work.Outcome> {
        try await work.begin(conversation, at: destination)
        let sources = try work.sources
        let hold = work.isExclusive ? try await holdDestination() : nil
        defer { hold?.end() }
        try stop.check()
        let journal = try await store.open(.creating)
        defer { journal.close() }
        return try await service.lend { client in
            try await book(work.command, isExclusive: work.isExclusive, sources: sources, journal, client) {
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

    /// Keeps other processes away from the destination, if need be after waiting for the one that holds it.
    private func holdDestination() async throws -> JournalHold {
        try await store.hold(destination, waiting: limits.waitForLock, by: time, until: stop) {
            progress.report(RunStep.waitingForRun($0))
        }
    }

    /// Books a run of this session from beginning to end.
    ///
    /// - Parameters:
    ///   - command: The word that the journal keeps of it.
    ///   - isExclusive: Whether no other process may work at the destination meanwhile.
    ///   - sources: The delivered files.
    ///   - namesService: Whether the journal binds the destination to this service.
    ///   - journal: The open journal.
    ///   - client: The service.
    ///   - body: The work; returns its result, and how it ended.
    /// - Returns: The result.
    /// - Throws: ``GlossportError`` if the run can't be booked; what `body` throws.
    func book<Value>(
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
        // Until the run has ended, requests may be in flight, so that a signal waits for what has to be recorded.
        let before = stop.setUnderWay(true)
        defer { stop.setUnderWay(before) }
        return try await journal.book(start, by: time) { id in
            let run = Run(self, journal, client, as: id, seed: .random(in: .min ... .max))
            let stamp = RunStamp(run: id, started: start.started, journal: journalName)
            progress.report(RunStep.began(stamp, command))
            return try await body(run, stamp)
        }
    }
}

/// The result of a run, with its stamp.
package struct Finished<Output: RunResult>: Sendable {
    package let output: Output
    package let stamp: RunStamp
}

/// The error that ended a booked run, with the requests that were sent until then.
public struct FailedRun: Error, CustomStringConvertible {
    /// The error that ended it.
    public let cause: any Error
    package let stamp: RunStamp
    /// The requests that have left.
    package let requests: [Endpoint: Int]

    /// The error, in words.
    public var description: String { "\(cause)" }
}

extension Journal {
    /// Books a run from beginning to end, however it ends.
    ///
    /// - Parameters:
    ///   - start: The run.
    ///   - time: By whose clock.
    ///   - body: The work; says what it came to, and how it ended.
    /// - Returns: Its result.
    /// - Throws: ``GlossportError`` if the run can't be booked; what `body` throws.
    package func book<Value>(
        _ start: RunStart,
        by time: any TimeSource,
        body: (RunID) async throws -> (value: Value, status: ExitStatus)
    ) async throws -> Value {
        let run = try await beginRun(start)
        do {
            let (value, status) = try await body(run)
            try? await endRun(run, at: time.now, exitCode: Int(status.rawValue))
            return value
        } catch {
            try? await endRun(run, at: time.now, exitCode: Int(ExitStatus(of: error).rawValue))
            throw error
        }
    }
}
