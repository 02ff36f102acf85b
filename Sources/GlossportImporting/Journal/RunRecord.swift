package import GlossportChecking

/// A run as `status` shows it.
package struct RunRecord: Sendable, Hashable {
    package var id: RunID
    package var destination: Destination
    package var command: RunCommand
    package var started: Timestamp
    /// `nil` while it runs, or if it was killed.
    package var ended: Timestamp?
    package var exitCode: Int?
    /// The number of items that the run wanted.
    package var wanted: Int

    package init(
        id: RunID,
        destination: Destination,
        command: RunCommand,
        started: Timestamp,
        ended: Timestamp?,
        exitCode: Int?,
        wanted: Int
    ) {
        self.id = id
        self.destination = destination
        self.command = command
        self.started = started
        self.ended = ended
        self.exitCode = exitCode
        self.wanted = wanted
    }
}
