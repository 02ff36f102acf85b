public import GlossportProject

/// The context for working on an app: project, journal, service, limits, and the handlers for questions and progress.
///
/// A `Run` is a session with a recorded run; it contains the session itself, so that no setting is copied.
public struct Session: Sendable {
    package var project: Project
    package let destination: Destination
    package let store: any JournalStore
    /// The journal's name for users, such as a path.
    package var journalName: String
    package let service: ServiceProvider
    /// Its concurrency is the project's, or less if the process may not open enough files.
    package var limits = RunLimits()
    package var time: any TimeSource = SystemTime.sinceNow
    package var stop = StopRequest()
    package let conversation: any Conversation
    package let progress: any Progress
    /// The program's version, for the journal.
    package let version: String

    /// Creates a session with the project's concurrency.
    ///
    /// - Parameters:
    ///   - project: The app, its messages and its pace.
    ///   - environment: Sandbox or production.
    ///   - journal: The durable record of everything that is sent.
    ///   - service: The provider of a client for the service.
    ///   - conversation: Answers questions before customers see a change.
    ///   - progress: Receives the events of runs.
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
        self.project = project
        destination = Destination(app: project.app, environment: environment)
        store = journal.store
        journalName = journal.store.name
        self.service = service
        limits.concurrency = project.concurrency ?? limits.concurrency
        self.conversation = conversation
        self.progress = progress
        self.version = version
    }

    /// The number of slots that one command may read without needing to: a tenth of the hourly allowance for reading
    /// defaults.
    var optionalReadLimit: Int { max(1, allowance(.getDefault) / 10) }

    /// Returns the number of requests that an endpoint accepts in an hour.
    package func allowance(_ endpoint: Endpoint) -> Int {
        endpoint.hourlyAllowance(in: destination.environment, budgets: project.budgets)
    }

    /// Returns the unspent allowance of an endpoint, according to a journal.
    ///
    /// The project's pace and share apply to uploads only; all other requests are sent at once.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    package func budget(_ endpoint: Endpoint, in journal: Journal) async throws -> RequestBudget {
        let isUpload = endpoint == .uploadMessage || endpoint == .uploadImage
        let now = time.now
        let since = now - RequestBudget.memory(of: endpoint)
        var budget = RequestBudget(
            of: endpoint,
            allowance: allowance(endpoint),
            pace: isUpload ? project.pace : .hourly,
            share: isUpload ? project.quotaShare : 1,
            state: try await journal.read(at: destination) { $0.budget(endpoint, since: since) },
            at: now
        )
        if limits.ignoresPauses { budget.liftPause() }
        return budget
    }
}
