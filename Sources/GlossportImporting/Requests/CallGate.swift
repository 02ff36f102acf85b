import GlossportChecking

/// Decides when a call that is no upload may go, and what its answer means: budgets, pauses, breaker and repetition in one place.
///
/// A pure state machine like ``UploadMachine``, with the same parts; ``BookedService`` performs what it decides.
struct CallGate: Sendable {
    /// What a call may do now.
    enum Turn: Sendable {
        case go
        case wait(until: Timestamp)
        /// There is no quota within the longest time without progress.
        case outOfQuota(resumeAt: Timestamp)
    }

    /// What becomes of a call after an answer.
    enum Verdict: Sendable, Hashable {
        /// That is the answer.
        case final
        /// The same call goes again, not before this moment.
        case again(after: Timestamp)
        /// Nothing gets through; nobody waits any longer.
        case unreachable
    }

    /// A call from its first attempt to its answer.
    struct Call: Sendable {
        let endpoint: Endpoint
        /// When the token of the present attempt was taken.
        var spent = Timestamp(seconds: 0)
        /// Attempts without a definite answer, for the back-off.
        var failures = 0
        /// Those of them that may have been applied, for the limit.
        var doubts = 0
        /// Whether it may have done what it is for, or that was done before: an answer said so, or none was definite.
        var mayBeDone = false
        /// Whether what comes before the first attempt is done.
        var isPrepared = false
        /// Whether it is a single attempt that is made for somebody else's breaker, so that it passes this one over.
        let isProbe: Bool

        init(_ endpoint: Endpoint, isProbe: Bool = false) {
            self.endpoint = endpoint
            self.isProbe = isProbe
        }
    }

    private let patience: Patience
    private var budgets: [Endpoint: (budget: RequestBudget, since: Timestamp, inFlight: Int)] = [:]
    private var breaker: Breaker
    private var retryBudget = RetryBudget()
    private var random: SeededRandom
    /// When the service did something for us last, or the oldest call under way began.
    private var progress = Timestamp(seconds: 0)
    private var underWay = 0
    /// Whether the service has ever answered; until then nobody waits long for it.
    private var isReached = false
    /// When a 401 came back; a second one for a request that left later is final.
    private var tokenRefused: Timestamp?

    /// How long a budget is believed without a look into the journal, where another process may have spent of it.
    private static let freshness = Duration.seconds(60)
    /// How soon to look again where only another call's end can make room.
    private static let glance = Duration.milliseconds(50)

    init(_ patience: Patience, seed: UInt64) {
        self.patience = patience
        breaker = Breaker(threshold: patience.breakAfter)
        random = SeededRandom(seed: seed)
    }

    // MARK: Before sending

    /// A call begins.
    mutating func enter(at now: Timestamp) {
        if underWay == 0 { progress = now }
        underWay += 1
    }

    /// A call is over, however.
    mutating func leave() { underWay -= 1 }

    /// Whether the journal has to be asked for an endpoint's budget.
    func needsBudget(_ endpoint: Endpoint, at now: Timestamp) -> Bool {
        guard let known = budgets[endpoint] else { return true }
        return known.inFlight == 0 && now - known.since > Self.freshness && !known.budget.isThrottled
            && !isPaused(endpoint, at: now)
    }

    /// Takes over what the journal says, unless another call was faster.
    mutating func learn(_ budget: RequestBudget, of endpoint: Endpoint, at now: Timestamp) {
        if needsBudget(endpoint, at: now) { budgets[endpoint] = (budget, now, 0) }
    }

    /// Lets a call go, and takes its token, or says how long to wait.
    mutating func turn(for call: inout Call, at now: Timestamp) -> Turn {
        if !call.isProbe, breaker.limit == 0 {
            guard case .open(let until) = breaker.state else { return .wait(until: now + Self.glance) }
            guard until <= now else { return .wait(until: until) }
        }
        guard var known = budgets[call.endpoint] else { return .wait(until: now) }
        defer { budgets[call.endpoint] = known }
        guard let slot = known.budget.nextSlot(at: now) else { return .wait(until: now + Self.glance) }
        guard slot.moment <= now else {
            if let limit = patience.maxWait, slot.moment - progress > limit {
                return .outOfQuota(resumeAt: slot.moment)
            }
            return .wait(until: slot.moment)
        }
        // The call itself is the probe: all others wait for what becomes of it.
        if !call.isProbe, case .open = breaker.state { breaker.beginProbe() }
        known.budget.spend(at: now)
        known.inFlight += 1
        call.spent = now
        return .go
    }

    /// Whether the service has asked to send nothing now.
    func isPaused(_ endpoint: Endpoint, at now: Timestamp) -> Bool {
        budgets[endpoint]?.budget.pausedUntil.map { $0 > now } ?? false
    }

    /// The attempt did not leave after all; its row counts all the same, and the journal is asked anew.
    mutating func holdBack(_ call: Call, at now: Timestamp) {
        end(call, at: now)
        // The journal may not hold a pause yet of which we have just heard.
        if budgets[call.endpoint]?.inFlight == 0, !isPaused(call.endpoint, at: now) { budgets[call.endpoint] = nil }
        breaker.abandonProbe(at: now)
    }

    // MARK: After sending

    /// Takes an answer.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - call: The call; its failures are counted.
    ///   - sent: When the request left.
    ///   - now: The present moment.
    /// - Returns: What to do, and what the journal has to remember of the endpoint's allowance.
    mutating func take(
        _ answer: Answer,
        of call: inout Call,
        sent: Timestamp,
        at now: Timestamp
    ) -> (verdict: Verdict, pause: Pause?) {
        end(call, at: now)
        if !answer.outcome.isDefinitelyNotApplied || answer.outcome == .notFound { call.mayBeDone = true }
        switch answer.outcome {
        case .notSent, .unknown:
            return (call.isProbe ? .final : takeFailure(answer, &call, sent: sent, at: now), nil)
        case .unauthorized:
            reached()
            // The client signs a new token after a refusal; what left before that carried the old one.
            if let tokenRefused, sent >= tokenRefused { return (.final, nil) }
            tokenRefused = tokenRefused ?? now
            return (.again(after: now), nil)
        case .throttled:
            reached()
            let jitter = Duration.nanoseconds(Int64.random(in: 0...1_000_000_000, using: &random))
            budgets[call.endpoint]?.budget.recordThrottling(
                retryAt: answer.retryAt.map { $0 + jitter },
                sent: call.spent,
                at: now
            )
            return (.again(after: now), budgets[call.endpoint]?.budget.pause)
        default:
            reached()
            if let tokenRefused, sent >= tokenRefused { self.tokenRefused = nil }
            budgets[call.endpoint]?.budget.recordSuccess()
            retryBudget.recordSuccess()
            progress = now
            return (.final, nil)
        }
    }

    /// Transient trouble: once more after a random wait, as long as that may help.
    private mutating func takeFailure(
        _ answer: Answer,
        _ call: inout Call,
        sent: Timestamp,
        at now: Timestamp
    ) -> Verdict {
        breaker.recordFailure(sent: sent, at: now, using: &random)
        call.failures += 1
        if answer.outcome == .unknown { call.doubts += 1 }
        if call.doubts >= patience.tries { return .final }
        if !isReached, call.failures >= patience.tries { return .unreachable }
        if let limit = patience.outageLimit, let since = breaker.openSince, now - since >= limit { return .unreachable }
        if retryBudget.isEmpty {
            breaker.open(at: now, using: &random)
            retryBudget.refill()
        }
        retryBudget.spend()
        return .again(after: now + patience.backoff.wait(after: call.failures, using: &random))
    }

    private mutating func reached() {
        isReached = true
        breaker.recordAnswer()
    }

    private mutating func end(_ call: Call, at now: Timestamp) {
        budgets[call.endpoint]?.budget.recordEnd(at: now)
        budgets[call.endpoint]?.inFlight -= 1
    }
}
