/// Requests of one endpoint that are about no upload: booked in the journal, within the endpoint's allowance.
package struct BookedCalls: Sendable {
    let journal: any Journal
    let time: any TimeSource
    let destination: Destination
    let endpoint: Endpoint
    /// Requests per hour that replace Apple's.
    let budgets: [Endpoint: Int]
    /// The longest wait for a request's turn; `nil` waits for ever.
    let maxWait: Duration?
    /// From when on there is quota again, once it was used up.
    private(set) package var resumeAt: Timestamp?
    private var budget: RequestBudget?

    package init(
        journal: any Journal,
        time: any TimeSource,
        destination: Destination,
        endpoint: Endpoint,
        budgets: [Endpoint: Int],
        maxWait: Duration?
    ) {
        self.journal = journal
        self.time = time
        self.destination = destination
        self.endpoint = endpoint
        self.budgets = budgets
        self.maxWait = maxWait
    }

    /// Takes so many tokens, if need be after waiting.
    ///
    /// - Returns: Whether they could be had within the longest wait.
    /// - Throws: ``GlossportError`` of the journal; `CancellationError`.
    package mutating func reserve(_ count: Int) async throws -> Bool {
        var budget: RequestBudget
        if let known = self.budget { budget = known } else { budget = try await remembered() }
        for _ in 0..<count {
            guard let slot = budget.nextSlot(at: time.now) else { return false }
            if slot.moment > time.now {
                if let maxWait, slot.moment - time.now > maxWait {
                    resumeAt = slot.moment
                    return false
                }
                try await time.sleep(until: slot.moment)
            }
            budget.spend(at: time.now)
            budget.ended(at: time.now)
        }
        self.budget = budget
        return true
    }

    /// Makes one request; its row is durable before it leaves.
    ///
    /// - Returns: The answer.
    /// - Throws: ``GlossportError`` of the journal.
    package func make(in run: RunID, _ send: () async -> Answer) async throws -> Answer {
        let attempt = try await journal.beginAttempt(
            AttemptStart(endpoint, item: nil, started: time.now),
            in: run
        )
        let answer = await send()
        var end = AttemptEnd(attempt, finished: time.now, answer: answer, change: nil)
        if answer.outcome == .throttled, var budget {
            budget.wasThrottled(retryAt: answer.retryAt, sent: end.finished, at: end.finished)
            end.pause = budget.pause
        }
        try await journal.finishAttempt(end, in: run)
        return answer
    }

    /// Heeds a 429.
    package mutating func wasThrottled(_ answer: Answer) {
        guard var budget else { return }
        budget.wasThrottled(retryAt: answer.retryAt, sent: time.now, at: time.now)
        resumeAt = budget.pausedUntil
        self.budget = budget
    }

    private func remembered() async throws -> RequestBudget {
        try await journal.requestBudget(endpoint, at: destination, budgets: budgets, now: time.now)
    }
}
