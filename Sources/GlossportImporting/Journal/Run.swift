package import GlossportChecking

/// What the journal notes of a run when it starts.
package struct RunStart: Sendable, Hashable {
    package var destination: Destination
    package var command: RunCommand
    package var toolVersion: String
    package var started: Timestamp
    /// Whether no other process may work at the destination meanwhile; a run that only asks lets others.
    package var isExclusive: Bool
    /// The delivered files.
    package var sources: [Source]
    /// The service that the run talks to, without the port on this machine; `nil` for a run that talks to none.
    package var service: String?

    /// One delivered file: its path, and the SHA-256 of its bytes.
    package struct Source: Sendable, Hashable {
        package var path: String
        package var sha256: [UInt8]

        package init(path: String, sha256: [UInt8]) {
            self.path = path
            self.sha256 = sha256
        }
    }

    package init(
        destination: Destination,
        command: RunCommand,
        toolVersion: String,
        started: Timestamp,
        isExclusive: Bool = false,
        sources: [Source] = [],
        service: String? = nil
    ) {
        self.destination = destination
        self.command = command
        self.toolVersion = toolVersion
        self.started = started
        self.isExclusive = isExclusive
        self.sources = sources
        self.service = service
    }
}
