/// Asks the service which messages or images it holds: booked in the journal and within an allowance of its own, like every request.
struct ListCall: Sendable {
    let journal: any Journal
    let service: any MessageService
    let time: any TimeSource
    let destination: Destination
    let kind: Item.Kind
    /// Requests per hour that replace Apple's.
    let budgets: [Endpoint: Int]

    /// Transient failures after which the caller is told.
    private static let tries = 4

    /// One attempt, now.
    ///
    /// Without room in the allowance nothing is sent, and the answer says so.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    func once(in run: RunID) async throws -> (answer: Answer, states: [ServiceID: ReviewState]) {
        var budget = try await budget()
        let started = time.now
        if let slot = budget.nextSlot(at: started), slot.moment > started {
            return (
                Answer(.throttled, detail: "not sent: the allowance for lists is used up", retryAt: slot.moment), [:]
            )
        }
        let attempt = try await journal.beginAttempt(
            AttemptStart(kind.listEndpoint, item: nil, started: started),
            in: run
        )
        let (answer, states) = await service.list(kind)
        let finished = time.now
        var end = AttemptEnd(attempt, finished: finished, answer: answer, change: nil)
        if answer.outcome == .throttled {
            budget.wasThrottled(retryAt: answer.retryAt, sent: started, at: finished)
            end.pause = budget.pause
        }
        try await journal.finishAttempt(end, in: run)
        return (answer, states)
    }

    /// What the service holds, if need be after a few attempts.
    ///
    /// - Parameters:
    ///   - run: What the attempts are booked on.
    ///   - maxWait: The longest wait for the allowance; `nil` waits for ever.
    /// - Returns: The review states by id.
    /// - Throws: ``GlossportError`` of the journal, or with the service's refusal; `CancellationError`.
    func states(in run: RunID, maxWait: Duration?) async throws -> [ServiceID: ReviewState] {
        var failures = 0
        var refusedTokens = 0
        while true {
            let (answer, states) = try await once(in: run)
            switch answer.outcome {
            case .accepted: return states
            case .throttled:
                var budget = try await budget()
                let slot = budget.nextSlot(at: time.now)?.moment ?? time.now
                if let maxWait, slot - time.now > maxWait { throw Self.error(answer) }
                try await time.sleep(until: slot)
            case .unauthorized where refusedTokens == 0:
                // The client signs a new token after the first refusal.
                refusedTokens += 1
            case .notSent, .unknown:
                failures += 1
                guard failures < Self.tries else { throw Self.error(answer) }
                try await time.sleep(until: time.now + .seconds(1 << (failures - 1)))
            default: throw Self.error(answer)
            }
        }
    }

    /// A list call is rare, so it goes at once under either pace.
    private func budget() async throws -> RequestBudget {
        try await journal.requestBudget(kind.listEndpoint, at: destination, budgets: budgets, now: time.now)
    }

    static func error(_ answer: Answer) -> GlossportError {
        switch answer.outcome {
        case .unauthorized:
            GlossportError(
                .credentials,
                "The service does not accept the token (\(answer.clause)).",
                remedy: "Check issuer ID, key ID, key file and bundle ID; it must be an In-App Purchase key."
            )
        case .accessRefused:
            GlossportError(
                .accessRefused,
                "The service gives no access (\(answer.clause)).",
                remedy: "Check environment and address; Apple grants access to this API on request."
            )
        case .notSent:
            GlossportError(
                .service,
                "The service can't be reached (\(answer.clause)).",
                remedy: "Check the network and --endpoint, and run the command again."
            )
        case .throttled:
            GlossportError(
                .quota,
                "The service's allowance for lists is used up (\(answer.clause)).",
                remedy: "Run the command again later."
            )
        default:
            GlossportError(
                .service,
                "The service could not list what it holds (\(answer.clause)).",
                remedy: "Run the command again later."
            )
        }
    }
}
