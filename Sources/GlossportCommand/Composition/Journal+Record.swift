import Glossport
import GlossportChecking
import GlossportImporting

extension Journal {
    /// Books a run that talks to no service, from beginning to end.
    ///
    /// - Parameters:
    ///   - command: The word that the journal keeps of it.
    ///   - destination: Where.
    ///   - time: By whose clock.
    ///   - isExclusive: Whether no other process may work there meanwhile.
    ///   - sources: The delivered files.
    ///   - body: The work.
    /// - Throws: ``GlossportError`` if the run can't be booked; what `body` throws.
    func record(
        _ command: RunCommand,
        at destination: Destination,
        by time: any TimeSource,
        isExclusive: Bool = false,
        sources: [RunStart.Source] = [],
        body: (RunID) async throws -> Void
    ) async throws {
        let start = RunStart(
            destination: destination,
            command: command,
            toolVersion: GlossportCommand.version,
            started: time.now,
            isExclusive: isExclusive,
            sources: sources
        )
        try await book(start, by: time) { run in (try await body(run), .done) }
    }
}
