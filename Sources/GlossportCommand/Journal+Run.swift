import GlossportChecking
import GlossportImporting

extension Journal {
    /// Books a run of a command from beginning to end, however it ends.
    ///
    /// - Parameters:
    ///   - command: What it is in the journal.
    ///   - destination: Where to.
    ///   - time: By whose clock.
    ///   - isExclusive: Whether no other process may work at the destination meanwhile.
    ///   - sources: The delivered files.
    ///   - service: The service that it talks to; `nil` for a run that only looks after the journal.
    ///   - body: The work; says with which exit code it ended.
    /// - Returns: What `body` returned.
    /// - Throws: ``GlossportError`` if the run can't be booked; what `body` throws.
    func book(
        _ command: RunCommand,
        at destination: Destination,
        by time: any TimeSource,
        isExclusive: Bool,
        sources: [RunStart.Source] = [],
        service: String? = nil,
        body: (RunID) async throws -> ExitStatus
    ) async throws -> ExitStatus {
        let run = try await beginRun(
            RunStart(
                destination: destination,
                command: command,
                toolVersion: GlossportCommand.version,
                started: time.now,
                isExclusive: isExclusive,
                sources: sources,
                service: service
            )
        )
        do {
            let status = try await body(run)
            try? await endRun(run, at: time.now, exitCode: Int(status.rawValue))
            return status
        } catch {
            try? await endRun(run, at: time.now, exitCode: Int(ExitStatus(of: error).rawValue))
            throw error
        }
    }
}
