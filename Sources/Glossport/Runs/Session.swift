public import GlossportProject

/// An app at the service, ready to be worked at: its project, journal and service, the limits, whom to ask and whom to tell.
///
/// A `Run` is a session that has been booked; it holds the session itself, so that no setting is copied.
public struct Session: Sendable {
    package var project: Project
    package let destination: Destination
    package let store: any JournalStore
    /// The journal as users know it, such as a path.
    package var journalName: String
    package let service: ServiceProvider
    package var limits = RunLimits()
    package var time: any TimeSource = SystemTime.sinceNow
    package var stop = StopRequest()
    package let conversation: any Conversation
    package let progress: any Progress
    /// The version of the program, for the journal.
    package let version: String

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
        self.project = project
        destination = Destination(app: project.app, environment: environment)
        store = journal.store
        journalName = journal.store.name
        self.service = service
        limits = RunLimits(project)
        self.conversation = conversation
        self.progress = progress
        self.version = version
    }

    /// The slots that one look may ask for beyond those it has to: a tenth of the hour's allowance of questions.
    var questionsPerLook: Int { max(1, allowance(.getDefault) / 10) }

    /// The requests that an endpoint takes in an hour.
    package func allowance(_ endpoint: Endpoint) -> Int {
        endpoint.hourlyAllowance(in: destination.environment, budgets: project.budgets)
    }

    /// The rest of an endpoint's allowance, as far as a journal knows: pace and share are those of uploads,
    /// everything else goes at once.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    package func budget(_ endpoint: Endpoint, in journal: Journal) async throws -> RequestBudget {
        let isUpload = endpoint == .uploadMessage || endpoint == .uploadImage
        let now = time.now
        var budget = RequestBudget(
            of: endpoint,
            allowance: allowance(endpoint),
            pace: isUpload ? limits.pace : .hourly,
            share: isUpload ? limits.quotaShare : 1,
            state: try await journal.budget(endpoint, at: destination, since: now - RequestBudget.memory(of: endpoint)),
            at: now
        )
        if limits.ignoresPauses { budget.liftPause() }
        return budget
    }
}
