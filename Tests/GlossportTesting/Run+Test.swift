package import Glossport
package import GlossportProject

extension Run {
    /// Creates a run for a test, with an open journal and no user.
    ///
    /// The journal must have begun the run. Without a project, the run uses one that has no messages. The `budgets` are
    /// allowances, in requests per hour, that replace Apple's; the `seed` determines the jitter.
    package convenience init(
        _ id: RunID,
        journal: Journal,
        service: any MessageService,
        time: any TimeSource,
        project: Project? = nil,
        budgets: [Endpoint: Int] = [:],
        limits: RunLimits = RunLimits(),
        stop: StopRequest = StopRequest(),
        conversation: any Conversation = NoUser(),
        progress: any Progress = NoUser(),
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

    /// Plans and uploads items, as an import does.
    package func importing(_ wanted: DesiredItems) async throws -> (plan: DeliveryPlan, summary: ImportSummary) {
        let importer = Importer(self)
        let plan = try await importer.plan(wanted, after: try await contents)
        try await importer.want(plan)
        return (plan, try await importer.upload(plan, of: wanted))
    }
}

/// Declines every question and ignores all progress.
package struct NoUser: Conversation, Progress {
    package let agreesInAdvance = false

    package init() {}

    package func confirm(_ question: Question) throws { throw Declined(question) }
    package func report(_ event: any ProgressEvent) {}
}
