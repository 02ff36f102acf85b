package import GlossportProject

/// Decides when a request may be sent, and how its answer affects later requests: allowance, pauses, token, breaker and
/// repetition.
///
/// It is a pure state machine with time as a parameter. ``UploadMachine`` adds items and their concurrency; ``Run``
/// uses it for single calls.
package struct RequestGate: Sendable {
    package enum Turn: Sendable, Hashable {
        /// The request may be sent; its token is taken.
        case go
        case wait(until: Timestamp, RequestBudget.Bound)
        /// Only the end of another request can make room.
        case full
        /// Nothing may be sent until a probe gets through.
        case broken
        /// No quota becomes available within the longest permitted time without progress.
        case outOfQuota(OutOfQuota)

        /// The earliest moment for the request, if known.
        package var moment: Timestamp? {
            switch self {
            case .wait(let moment, _): moment
            case .outOfQuota(let quota): quota.resumeAt
            case .go, .full, .broken: nil
            }
        }
    }

    /// The reason to hold back a request whose attempt is already durable; the journal stores the raw value.
    package enum HoldBack: String, Sendable {
        case stopped = "stopped before sending"
        case paused = "the service throttled before it was sent"
        case unreachable = "the service could not be reached before it was sent"
        case stale = "the journal took too long before it was sent"
        case spentElsewhere = "another process took the hour's last request"
    }

    /// The next step for a request after an answer.
    package enum Verdict: Sendable, Hashable {
        case final
        /// The same request is sent again, not before this moment.
        case again(after: Timestamp)
        /// The same request is sent again after the pause, which must be recorded in the journal.
        case throttled(Pause?, isFirst: Bool)
        /// Nothing has got through for longer than the user permits.
        case unreachable
    }

    /// A request, from its first attempt to its answer.
    package struct Request: Sendable {
        package let endpoint: Endpoint
        let role: Role
        /// When the token of the current attempt was taken.
        package internal(set) var spent = Timestamp(seconds: 0)
        /// The number of attempts without a definite answer, for the back-off.
        var failures = 0
        /// The number of those attempts that may have been applied, for the limit.
        var doubts = 0
        /// Whether the next attempt takes from the retry budget.
        var isRepetition = false
        /// Whether the current attempt tests, on behalf of all others, whether the service is reachable again.
        var isTrial = false

        package init(_ endpoint: Endpoint, as role: Role) {
            self.endpoint = endpoint
            self.role = role
        }
    }

    /// A request's behavior while the breaker is open.
    package enum Role: Sendable {
        /// One of many requests; all of them wait until a probe gets through.
        case upload
        /// A single call, which is itself the probe once the breaker's wait is over.
        case call
        /// A single attempt on behalf of another gate's breaker, which ignores this one.
        case probe
    }

    private struct Allowance: Sendable {
        var budget: RequestBudget
        /// When the budget was read from the journal.
        var since: Timestamp
        var inFlight = 0
        /// Whether the journal is known to contain more than this budget.
        var isOutdated = false
    }

    private let limits: RunLimits
    private var allowances: [Endpoint: Allowance] = [:]
    private var breaker: Breaker
    private var retryBudget = RetryBudget()
    private var random: SeededRandom
    /// When a request last got a final answer, or when work began after an idle period, whichever is later.
    private var progress = Timestamp(seconds: 0)
    private var underWay = 0
    /// When a 401 was received; a second one for a request sent later is final.
    private var tokenRefused: Timestamp?

    /// How long a budget is trusted before the journal is read again, because another process may spend from it.
    private static let freshness = Duration.seconds(60)

    /// Creates a gate; `seed` determines the jitter.
    package init(_ limits: RunLimits, seed: UInt64) {
        self.limits = limits
        breaker = Breaker(threshold: limits.breakAfter)
        random = SeededRandom(seed: seed)
    }

    // MARK: Before sending

    /// Records the start of work: a call, or a whole upload.
    package mutating func begin(at now: Timestamp) {
        if underWay == 0 { progress = now }
        underWay += 1
    }

    /// Records the end of work, regardless of its result.
    package mutating func leave() { underWay -= 1 }

    /// Whether an endpoint's budget must be read from the journal.
    package func needsBudget(_ endpoint: Endpoint, at now: Timestamp) -> Bool {
        guard let known = allowances[endpoint] else { return true }
        // A pause just received may not be in the journal yet.
        guard known.inFlight == 0, !isPaused(endpoint, at: now) else { return false }
        return known.isOutdated || now - known.since > Self.freshness && !known.budget.isThrottled
    }

    /// Stores a budget read from the journal, unless another request did so first.
    package mutating func learn(_ budget: RequestBudget, of endpoint: Endpoint, at now: Timestamp) {
        if needsBudget(endpoint, at: now) { allowances[endpoint] = Allowance(budget: budget, since: now) }
    }

    /// The state of the breaker, for owners with a separate probe.
    var breakerState: Breaker.State { breaker.state }
    /// The maximum number of requests in flight that the breaker permits.
    package var limit: Int { breaker.limit }
    /// The start of the outage, if the breaker is not closed.
    package var silentSince: Timestamp? { breaker.state == .closed ? nil : breaker.silentSince }

    /// Returns the start of the outage and the end of a request's retries, once the request has failed often enough to
    /// report it.
    package func silence(of request: Request) -> (since: Timestamp, until: Timestamp?)? {
        guard request.failures > 2, let since = breaker.silentSince else { return nil }
        return (since, limits.outageLimit.map { since + $0 })
    }

    /// Permits a request and takes its token, or returns the reason to wait.
    package mutating func turn(for request: inout Request, at now: Timestamp) -> Turn {
        var isTrial = false
        if breaker.limit == 0, request.role != .probe {
            guard request.role == .call, case .open(let until) = breaker.state else { return .broken }
            guard until <= now else { return .wait(until: until, .connection) }
            isTrial = true
        }
        guard let slot = allowances[request.endpoint]?.budget.nextSlot(at: now) else { return .full }
        guard slot.moment <= now else {
            if let limit = limits.maxWait, slot.moment - progress > limit {
                return .outOfQuota(
                    OutOfQuota(request.endpoint, resumeAt: slot.moment, isThrottled: slot.bound == .service)
                )
            }
            return .wait(until: slot.moment, slot.bound)
        }
        if request.isRepetition, !isTrial {
            guard !retryBudget.isEmpty else {
                breaker.open(at: now, using: &random)
                return .broken
            }
            retryBudget.spend()
        }
        // The call itself is the probe; all others wait for its result.
        if isTrial { breaker.beginProbe() }
        allowances[request.endpoint]?.budget.spend(at: now)
        allowances[request.endpoint]?.inFlight += 1
        (request.spent, request.isRepetition, request.isTrial) = (now, false, isTrial)
        return .go
    }

    /// Returns the reason to hold back a request although its attempt is durable; `nil` if it may be sent.
    package func reasonToHoldBack(_ request: Request, at now: Timestamp) -> HoldBack? {
        if isPaused(request.endpoint, at: now) { return .paused }
        if breaker.limit == 0, !request.isTrial, request.role != .probe { return .unreachable }
        return now - request.spent > RequestBudget.slotLifetime ? .stale : nil
    }

    /// Ends an attempt that was not sent; it still counts against the allowance, and the journal is read again.
    package mutating func holdBack(_ request: inout Request, at now: Timestamp) {
        end(request.endpoint, at: now)
        allowances[request.endpoint]?.isOutdated = true
        if request.isTrial { breaker.abandonProbe(at: now) }
        request.isTrial = false
    }

    // MARK: After sending

    /// Applies an answer, and returns the next step for its request, whose failures are counted.
    package mutating func take(
        _ answer: Answer,
        of request: inout Request,
        sent: Timestamp,
        at now: Timestamp
    ) -> Verdict {
        end(request.endpoint, at: now)
        switch answer.outcome {
        // A failure of the local disk proves nothing about the service.
        case .unreadable: return .final
        case .notSent, .unknown:
            request.isTrial = false
            return request.role == .probe ? .final : takeFailure(answer, &request, sent: sent, at: now)
        case .unauthorized:
            reached(by: &request)
            // The client signs a new token after a refusal; requests sent earlier carried the old one.
            if let tokenRefused, sent >= tokenRefused { return .final }
            tokenRefused = tokenRefused ?? now
            return .again(after: now)
        case .throttled:
            reached(by: &request)
            tokenAccepted(sent: sent)
            // Spread requests after the pause: other machines may wait for the same moment.
            let jitter = Duration.nanoseconds(Int64.random(in: 0...1_000_000_000, using: &random))
            let isFirst = allowances[request.endpoint]?.budget.recordThrottling(
                retryAt: answer.retryAt.map { $0 + jitter },
                sent: request.spent,
                at: now
            )
            return .throttled(allowances[request.endpoint]?.budget.pause, isFirst: isFirst ?? false)
        default:
            reached(by: &request)
            tokenAccepted(sent: sent)
            allowances[request.endpoint]?.budget.recordSuccess()
            retryBudget.recordSuccess()
            progress = now
            return .final
        }
    }

    /// Handles a transient failure: retries after a random wait, while that may help.
    private mutating func takeFailure(
        _ answer: Answer,
        _ request: inout Request,
        sent: Timestamp,
        at now: Timestamp
    ) -> Verdict {
        breaker.recordFailure(sent: sent, at: now, using: &random)
        request.failures += 1
        if answer.outcome == .unknown { request.doubts += 1 }
        let hasUsedAllTries = request.failures >= limits.tries
        if request.endpoint.changesSomething {
            if request.doubts >= limits.tries { return .final }
        } else if hasUsedAllTries, breaker.failuresInARow < limits.tries {
            // Other requests are answered, but this one is not. In an outage, a read request waits, because it leaves
            // nothing uncertain.
            return .final
        }
        let needsPerson = answer.outcome == .notSent && answer.remedy != nil
        if hasUsedAllTries && needsPerson || (hasUsedAllTries || breaker.state != .closed) && isOutageTooLong(at: now) {
            return .unreachable
        }
        request.isRepetition = true
        return .again(after: now + limits.backoff.wait(after: request.failures, using: &random))
    }

    /// Whether nothing has got through for longer than the user permits.
    private func isOutageTooLong(at now: Timestamp) -> Bool {
        guard let limit = limits.outageLimit, let since = breaker.silentSince else { return false }
        return now - since >= limit
    }

    private mutating func reached(by request: inout Request) {
        request.failures = 0
        breaker.recordAnswer()
        // The outage is over.
        if request.isTrial { retryBudget.refill() }
        request.isTrial = false
    }

    /// Resets a refused token; requests sent before the refusal carried the old one and prove nothing.
    private mutating func tokenAccepted(sent: Timestamp) {
        if let refused = tokenRefused, sent >= refused { tokenRefused = nil }
    }

    private func isPaused(_ endpoint: Endpoint, at now: Timestamp) -> Bool {
        allowances[endpoint]?.budget.pausedUntil.map { $0 > now } ?? false
    }

    private mutating func end(_ endpoint: Endpoint, at now: Timestamp) {
        allowances[endpoint]?.budget.recordEnd(at: now)
        allowances[endpoint]?.inFlight -= 1
    }

    // MARK: Separate probes

    /// Begins a probe; nothing else may be sent meanwhile.
    package mutating func beginProbe() { breaker.beginProbe() }

    /// Applies a probe's answer; after a success, one request may be sent.
    ///
    /// - Returns: Whether nothing has got through for longer than the user permits.
    package mutating func takeProbe(_ answer: Answer, at now: Timestamp) -> Bool {
        switch answer.outcome {
        case .notSent, .unknown:
            breaker.recordFailure(sent: now, at: now, using: &random)
            return isOutageTooLong(at: now)
        default:
            breaker.recordProbeAnswer()
            retryBudget.refill()
            return false
        }
    }

    /// Returns the minimum time for `count` more requests to an endpoint.
    package func forecast(_ count: Int, to endpoint: Endpoint, at now: Timestamp) -> Duration {
        allowances[endpoint]?.budget.forecast(count, at: now) ?? .zero
    }
}

/// A run's budget for retries: ten, plus one for every five requests with a final answer.
///
/// If more requests than that fail, further retries do not help: the run pauses instead, and then has ten retries
/// again.
package struct RetryBudget: Sendable, Hashable {
    private static let perRetry = 5
    private static let start = 10 * perRetry

    /// Counted in fifths of a retry, so that sums are exact.
    private var fifths = start

    package init() {}

    package var isEmpty: Bool { fifths < Self.perRetry }

    /// Records a request with a final answer.
    package mutating func recordSuccess() { fifths += 1 }

    /// Spends one retry.
    package mutating func spend() { fifths = max(0, fifths - Self.perRetry) }

    /// Restores ten retries after a pause.
    package mutating func refill() { fifths = max(fifths, Self.start) }
}
