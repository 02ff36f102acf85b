package import Glossport
package import GlossportProject

extension Run {
    /// A run of a test: without a person, and with a journal that is open.
    ///
    /// - Parameters:
    ///   - id: The run, which the journal has begun.
    ///   - journal: The journal.
    ///   - service: The service.
    ///   - time: The clock.
    ///   - project: The project; one without messages if there is none.
    ///   - budgets: Requests per hour that replace Apple's.
    ///   - limits: How fast and how patiently it works.
    ///   - stop: Ends it early.
    ///   - conversation: Answers its questions.
    ///   - progress: Receives its events.
    ///   - seed: For the jitter.
    package convenience init(
        _ id: RunID,
        journal: Journal,
        service: any MessageService,
        time: any TimeSource,
        project: Project? = nil,
        budgets: [Endpoint: Int] = [:],
        limits: RunLimits = RunLimits(),
        stop: StopRequest = StopRequest(),
        conversation: any Conversation = Nobody(),
        progress: any Progress = Nobody(),
        seed: UInt64 = 0
    ) {
        var project = project ?? Project(app: id.destination.app)
        project.app = id.destination.app
        project.budgets.merge(budgets) { $1 }
        var session = Session(
            project,
            in: id.destination.environment,
            journal: JournalProvider(MemoryStore(journal: journal)),
            service: ServiceProvider(named: "here") { try await $0(service) },
            conversation: conversation,
            progress: progress,
            version: "test"
        )
        (session.limits, session.time, session.stop) = (limits, time, stop)
        self.init(session, journal, service, as: id, seed: seed)
    }

    /// Plans and uploads, as an import does.
    package func importing(
        _ wanted: DesiredItems,
        adoptsFixedIDs: Bool = false
    ) async throws -> (plan: DeliveryPlan, summary: RunSummary) {
        let importRun = ImportRun(self)
        let plan = try await importRun.plan(wanted, after: try await contents, adoptsFixedIDs: adoptsFixedIDs)
        return (plan, try await importRun.upload(plan, of: wanted, adoptsFixedIDs: adoptsFixedIDs))
    }
}

/// Answers no, and hears nothing.
package struct Nobody: Conversation, Progress {
    package let agreesInAdvance = false

    package init() {}

    package func confirm(_ question: Question) throws { throw Declined(question) }
    package func report(_ event: any ProgressEvent) {}
}
