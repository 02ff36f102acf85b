public import GlossportChecking
public import GlossportImporting

/// An app at the service, ready to be worked at: its project, journal and service, the limits, whom to ask and whom to tell.
///
/// Each ``perform(_:)`` is a run: it holds the destination where need be, opens the journal, lends a client, books the run, and notes how
/// it ended.
public struct Session: Sendable {
    package let project: Project
    package let destination: Destination
    package let store: any JournalStore
    /// The journal as users know it, such as a path.
    package let journalName: String
    package let service: ServiceProvider
    package let limits: RunLimits
    package let time: any TimeSource
    package let stop: StopRequest
    package let conversation: any Conversation
    package let progress: any Progress
    /// The version of the program, for the journal.
    package let version: String

    package init(
        _ project: Project,
        at destination: Destination,
        journal store: any JournalStore,
        named journalName: String? = nil,
        service: ServiceProvider,
        limits: RunLimits = RunLimits(),
        time: any TimeSource,
        stop: StopRequest = StopRequest(),
        conversation: any Conversation,
        progress: any Progress,
        version: String
    ) {
        self.project = project
        self.destination = destination
        self.store = store
        self.journalName = journalName ?? store.name
        self.service = service
        self.limits = limits
        self.time = time
        self.stop = stop
        self.conversation = conversation
        self.progress = progress
        self.version = version
    }

    /// A session of a program of its own, with Apple's allowances and the usual patience.
    ///
    /// - Parameters:
    ///   - project: The app, its messages and its pace.
    ///   - environment: Sandbox or production.
    ///   - journal: The durable record of everything that is sent.
    ///   - service: The way to the service.
    ///   - conversation: Answers before customers see a change.
    ///   - progress: Hears how runs go.
    ///   - version: The program's version, for the journal.
    public init(
        _ project: Project,
        in environment: ServiceEnvironment,
        journal: JournalProvider,
        service: ServiceProvider,
        conversation: any Conversation,
        progress: any Progress,
        version: String = "library"
    ) {
        var limits = RunLimits()
        limits.pace = project.pace
        self.init(
            project,
            at: Destination(app: project.app, environment: environment),
            journal: journal.store,
            service: service,
            limits: limits,
            time: SystemTime.sinceNow,
            conversation: conversation,
            progress: progress,
            version: version
        )
    }

    /// Journal and service with everything that holds for a run here.
    package func access(_ journal: Journal, _ service: any MessageService) -> ServiceAccess {
        ServiceAccess(
            journal: journal,
            service: service,
            time: time,
            destination: destination,
            budgets: project.budgets,
            pace: limits.pace,
            quotaShare: limits.quotaShare,
            ignoresPauses: limits.ignoresPauses,
            patience: limits.patience,
            vanishedAfter: limits.vanishedAfter,
            width: min(8, limits.concurrency),
            stop: stop,
            onWait: { [progress] in progress.report(ProgressEvent(.waiting($0, until: $1))) },
            onSilence: { [progress] in progress.report(ProgressEvent(.silent($0))) }
        )
    }

    /// Performs a use case as a booked run.
    ///
    /// - Returns: Its result.
    /// - Throws: ``FailedRun`` with what ended a run that had begun; other errors before.
    package func perform<Work: UseCase>(_ work: Work) async throws -> Finished<Work.Outcome> {
        try await work.begin(conversation, at: destination)
        let sources = try work.sources
        var hold: JournalHold?
        if work.isExclusive {
            hold = try await store.hold(destination, waiting: limits.waitForLock, by: time, until: stop) {
                progress.report(ProgressEvent(.waitingForRun($0)))
            }
        }
        defer { hold?.end() }
        try stop.check()
        let journal = try await store.open(.creating)
        defer { journal.close() }
        let start = RunStart(
            destination: destination,
            command: work.command,
            toolVersion: version,
            started: time.now,
            isExclusive: work.isExclusive,
            sources: sources,
            service: service.name
        )
        return try await service.lend { client in
            try await journal.book(start, by: time) { id in
                stop.setUnderWay(true)
                let stamp = RunStamp(run: id, started: start.started, journal: journalName)
                progress.report(ProgressEvent(.began(stamp, work.command)))
                let seed = { @Sendable in UInt64.random(in: .min ... .max) }
                let booked = BookedService(access(journal, client), run: id, seed: seed())
                let run = Run(
                    booked,
                    for: project,
                    conversation,
                    progress,
                    concurrency: limits.concurrency,
                    seed: seed
                )
                do {
                    let output = try await work.perform(in: run)
                    return (Finished(output: output, stamp: stamp), output.status)
                } catch {
                    throw FailedRun(cause: error, stamp: stamp, requests: booked.requests)
                }
            }
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

/// How fast and how patiently a session works.
package struct RunLimits: Sendable {
    package var pace = Pace.hourly
    /// The part of the hour's allowance that uploads may use.
    package var quotaShare = 1.0
    /// Whether the pauses that the service asked for before are ignored.
    package var ignoresPauses = false
    package var patience = TimeLimits()
    /// For how long lists have to lack what was uploaded until it counts as vanished.
    package var vanishedAfter = Absence.standardPatience
    /// How many requests may be in flight.
    package var concurrency = Self.usualConcurrency
    /// How long to wait for another run at the same destination; `nil` waits forever.
    package var waitForLock: Duration? = .zero

    package static let usualConcurrency = 16

    package init() {}
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
