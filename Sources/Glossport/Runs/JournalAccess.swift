package import GlossportProject

/// Records decisions that need no service, each as a separate run in a destination's journal.
package struct JournalAccess {
    package let journal: Journal
    package let destination: Destination
    package let time: any TimeSource
    package let version: String

    package init(_ journal: Journal, at destination: Destination, by time: any TimeSource, version: String) {
        self.journal = journal
        self.destination = destination
        self.time = time
        self.version = version
    }

    func record(
        _ command: RunCommand,
        sources: [RunStart.Source] = [],
        body: (RunID) async throws -> Void
    ) async throws {
        let start = RunStart(
            destination: destination,
            command: command,
            toolVersion: version,
            started: time.now,
            isExclusive: false,
            sources: sources
        )
        try await journal.recordRun(start, by: time) { run in (try await body(run), .done) }
    }
}
