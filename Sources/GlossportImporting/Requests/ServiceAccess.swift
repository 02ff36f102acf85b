package import GlossportChecking

/// The environment of a run: journal, service and clock, destination, allowances and limits of waiting.
package struct ServiceAccess: Sendable {
    package let journal: Journal
    package let service: any MessageService
    package let time: any TimeSource
    package let destination: Destination
    /// Requests per hour that replace Apple's.
    package var budgets: [Endpoint: Int]
    /// How an hour's allowance for uploads is spent; single calls go at once.
    package var pace: Pace
    /// The part of the uploads' allowance that may be used.
    package var quotaShare: Double
    /// Whether pauses after a 429, from before this run, are passed over.
    package var ignoresPauses: Bool
    package var patience: TimeLimits
    /// For how long lists have to lack what was uploaded until it counts as vanished.
    package var vanishedAfter: Duration
    /// How many calls for defaults may be under way, at most as many as there are connections.
    ///
    /// A booked call that waited for a connection inside the client would leave late: after a sleep, even when another machine has taken over.
    package var width: Int
    /// Ends the run early.
    package var stop: StopRequest
    /// Called before a call other than an upload waits for a moment; many may wait for the same one.
    package var onWait: @Sendable (Endpoint, Timestamp) -> Void
    /// Called before a call other than an upload tries again in an outage.
    package var onSilence: @Sendable (Silence) -> Void

    package init(
        journal: Journal,
        service: any MessageService,
        time: any TimeSource,
        destination: Destination,
        budgets: [Endpoint: Int] = [:],
        pace: Pace = .hourly,
        quotaShare: Double = 1,
        ignoresPauses: Bool = false,
        patience: TimeLimits = TimeLimits(),
        vanishedAfter: Duration = Absence.standardPatience,
        width: Int = 8,
        stop: StopRequest = StopRequest(),
        onWait: @escaping @Sendable (Endpoint, Timestamp) -> Void = { _, _ in },
        onSilence: @escaping @Sendable (Silence) -> Void = { _ in }
    ) {
        self.journal = journal
        self.service = service
        self.time = time
        self.destination = destination
        self.budgets = budgets
        self.pace = pace
        self.quotaShare = quotaShare
        self.ignoresPauses = ignoresPauses
        self.patience = patience
        self.vanishedAfter = vanishedAfter
        self.width = width
        self.stop = stop
        self.onWait = onWait
        self.onSilence = onSilence
    }

    /// The slots that one look may ask for beyond those it has to: a tenth of the hour's allowance of questions.
    package var questionsPerLook: Int {
        max(1, Endpoint.getDefault.hourlyAllowance(in: destination.environment, budgets: budgets) / 10)
    }

    /// How many requests to an endpoint may go without a wait.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    package func room(_ endpoint: Endpoint) async throws -> Int { try await budget(endpoint).room(at: time.now) }

    /// The uploaded items that the lists lack.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    package var absences: Absences {
        get async throws { try await journal.absences(at: destination, after: vanishedAfter) }
    }

    /// The rest of an endpoint's allowance, as far as the journal knows: pace and share are those of uploads,
    /// everything else goes at once.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    package func budget(_ endpoint: Endpoint) async throws -> RequestBudget {
        let isUpload = endpoint == .uploadMessage || endpoint == .uploadImage
        let now = time.now
        var budget = RequestBudget(
            of: endpoint,
            allowance: endpoint.hourlyAllowance(in: destination.environment, budgets: budgets),
            pace: isUpload ? pace : .hourly,
            share: isUpload ? quotaShare : 1,
            state: try await journal.budget(
                endpoint,
                at: destination,
                since: now - RequestBudget.memory(of: endpoint)
            ),
            at: now
        )
        if ignoresPauses { budget.liftPause() }
        return budget
    }
}
