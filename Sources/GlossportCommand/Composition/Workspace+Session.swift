import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading
import RetentionMessagingClient

extension Workspace {
    /// The project at its service: what flags, environment and project file say, wired to the adapters.
    ///
    /// - Parameters:
    ///   - service: How to reach the service.
    ///   - limits: How long things may take.
    ///   - lock: How long to wait for another run; not at all without it.
    ///   - absence: When what was uploaded counts as vanished.
    ///   - pace: How uploads go about it, beating the project file.
    ///   - concurrency: How many requests are to be in flight.
    ///   - conversation: Asks the user.
    ///   - progress: Receives the events.
    /// - Returns: The session, in which use cases are performed.
    /// - Throws: ``GlossportError`` in untrusted mode, and where it is not said where to go.
    func session(
        _ service: ServiceOptions,
        _ limits: LimitOptions,
        _ lock: LockOptions? = nil,
        absence: AbsenceOptions? = nil,
        pace: PaceOptions? = nil,
        concurrency: Int = RunLimits.usualConcurrency,
        asking conversation: TerminalConversation = TerminalConversation(),
        telling progress: RunProgress
    ) throws -> Session {
        try Trust.requireTrusted()
        var run = RunLimits()
        run.pace = pace?.pace ?? project.pace
        run.quotaShare = pace?.quotaShare ?? 1
        run.ignoresPauses = service.ignorePause
        run.patience = limits.patience
        run.vanishedAfter = absence?.vanishedAfter.duration ?? Absence.standardPatience
        run.concurrency = try OpenFiles.connections(concurrency)
        run.waitForLock = lock.map(\.waitForLock.limit) ?? .zero
        let destination = try destination()
        let connection = try ServiceConnection(
            self,
            to: destination,
            service,
            concurrency: run.concurrency,
            time: progress.time
        )
        return Session(
            project,
            at: destination,
            journal: try store,
            named: journal.description,
            service: ServiceProvider(named: connection.address.serviceName) { body in
                try await connection.withClient { try await body($0) }
            },
            limits: run,
            time: progress.time,
            stop: Interrupts.shared.stop,
            conversation: conversation,
            progress: progress,
            version: GlossportCommand.version
        )
    }
}
