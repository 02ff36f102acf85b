package import GlossportProject

/// Decides when a request may leave, and what its answer means for the requests after it: allowance, pauses, token, breaker, repetition.
///
/// A pure state machine: time is a parameter. ``UploadMachine`` adds the items and their concurrency, ``Run`` performs single calls with it.
package struct RequestGate: Sendable {
    /// The next action of a request.
    package enum Turn: Sendable, Hashable {
        /// It goes, and has its token.
        case go
        case wait(until: Timestamp, RequestBudget.Bound)
        /// Only the end of another request can make room.
        case full
        /// Nothing leaves until a probe gets through.
        case broken
        /// There is no quota within the longest time without progress.
        case outOfQuota(OutOfQuota)

        /// From when on it may go, where that is known.
        package var moment: Timestamp? {
            switch self {
            case .wait(let moment, _): moment
            case .outOfQuota(let quota): quota.resumeAt
            case .go, .full, .broken: nil
            }
        }
    }

    /// Why a request whose attempt is durable does not leave; the raw value is what the journal keeps.
    package enum HoldBack: String, Sendable {
        case stopped = "stopped before sending"
        case paused = "the service throttled before it was sent"
        case unreachable = "the service could not be reached before it was sent"
        case stale = "the journal took too long before it was sent"
        case spentElsewhere = "another process took the hour's last request"
    }

    /// The fate of a request after an answer.
    package enum Verdict: Sendable, Hashable {
        /// That is the answer.
        case final
        /// The same request goes again, not before this moment.
        case again(after: Timestamp)
        /// The same request goes again when the pause is over, which the journal has to remember.
        case throttled(Pause?, isFirst: Bool)
        /// Nothing gets through for longer than the user bears.
        case unreachable
    }

    /// A request from its first attempt to its answer.
    package struct Request: Sendable {
        package let endpoint: Endpoint
        let role: Role
        /// When the token of the present attempt was taken.
        package internal(set) var spent = Timestamp(seconds: 0)
        /// Attempts without a definite answer, for the back-off.
        var failures = 0
        /// Those of them that may have been applied, for the limit.
        var doubts = 0
        /// Whether the next attempt takes from the retry budget.
        var isRepetition = false
        /// Whether the present attempt shows all others whether the service can be reached again.
        var isTrial = false

        package init(_ endpoint: Endpoint, as role: Role) {
            self.endpoint = endpoint
            self.role = role
        }
    }

    /// How a request deals with an open breaker.
    package enum Role: Sendable {
        /// One of many: it waits until a probe has got through.
        case upload
        /// It is the probe itself as soon as the breaker's wait is over.
        case call
        /// A single attempt for another gate's breaker; it passes over this one.
        case probe
    }

    private struct Allowance: Sendable {
        var budget: RequestBudget
        /// When the journal was asked.
        var since: Timestamp
        var inFlight = 0
        /// Whether something has shown that the journal knows more.
        var isOutdated = false
    }

    private let limits: RunLimits
    private var allowances: [Endpoint: Allowance] = [:]
    private var breaker: Breaker
    private var retryBudget = RetryBudget()
    private var random: SeededRandom
    /// When the service did something for us last, or the oldest request under way began.
    private var progress = Timestamp(seconds: 0)
    private var underWay = 0
    /// When a 401 came back; a second one for a request that left later is final.
    private var tokenRefused: Timestamp?

    /// How long a budget is believed without a look into the journal, where another process may have spent of it.
    private static let freshness = Duration.seconds(60)

    /// - Parameters:
    ///   - limits: How long trouble is borne.
    ///   - seed: For the jitter.
    package init(_ limits: RunLimits, seed: UInt64) {
        self.limits = limits
        breaker = Breaker(threshold: limits.breakAfter)
        random = SeededRandom(seed: seed)
    }

    // MARK: Before sending

    /// Work begins: a call, or a whole upload.
    package mutating func begin(at now: Timestamp) {
        if underWay == 0 { progress = now }
        underWay += 1
    }

    /// Work is over, however it ended.
    package mutating func leave() { underWay -= 1 }

    /// Whether the journal has to be asked for an endpoint's budget.
    package func needsBudget(_ endpoint: Endpoint, at now: Timestamp) -> Bool {
        guard let known = allowances[endpoint] else { return true }
        // A pause just received may not be in the journal yet.
        guard known.inFlight == 0, !isPaused(endpoint, at: now) else { return false }
        return known.isOutdated || now - known.since > Self.freshness && !known.budget.isThrottled
    }

    /// Takes over what the journal says, unless another request was faster.
    package mutating func learn(_ budget: RequestBudget, of endpoint: Endpoint, at now: Timestamp) {
        if needsBudget(endpoint, at: now) { allowances[endpoint] = Allowance(budget: budget, since: now) }
    }

    /// The state of the breaker, for those that probe by themselves.
    var breakerState: Breaker.State { breaker.state }
    /// How many requests may be in flight as far as the breaker is concerned.
    package var limit: Int { breaker.limit }
    /// Since when nothing gets through, while nothing may leave for that reason.
    package var silentSince: Timestamp? { breaker.state == .closed ? nil : breaker.silentSince }

    /// Since when nothing gets through, and until when a request goes on trying, once it has failed often enough to be told.
    package func silence(of request: Request) -> (since: Timestamp, until: Timestamp?)? {
        guard request.failures > 2, let since = breaker.silentSince else { return nil }
        return (since, limits.outageLimit.map { since + $0 })
    }

    /// Lets a request go, and takes its token, or says what it waits for.
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
        // The call itself is the probe: all others wait for what becomes of it.
        if isTrial { breaker.beginProbe() }
        allowances[request.endpoint]?.budget.spend(at: now)
        allowances[request.endpoint]?.inFlight += 1
        (request.spent, request.isRepetition, request.isTrial) = (now, false, isTrial)
        return .go
    }

    /// Why a request does not leave although its attempt is durable; `nil` if it leaves.
    package func reasonToHoldBack(_ request: Request, at now: Timestamp) -> HoldBack? {
        if isPaused(request.endpoint, at: now) { return .paused }
        if breaker.limit == 0, !request.isTrial, request.role != .probe { return .unreachable }
        return now - request.spent > RequestBudget.slotLifetime ? .stale : nil
    }

    /// The attempt did not leave after all; it counts all the same, and the journal is asked anew.
    package mutating func holdBack(_ request: inout Request, at now: Timestamp) {
        end(request.endpoint, at: now)
        allowances[request.endpoint]?.isOutdated = true
        if request.isTrial { breaker.abandonProbe(at: now) }
        request.isTrial = false
    }

    // MARK: After sending

    /// Takes an answer.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - request: The request; its failures are counted.
    ///   - sent: When it left.
    ///   - now: The present moment.
    /// - Returns: The next action for the request.
    package mutating func take(
        _ answer: Answer,
        of request: inout Request,
        sent: Timestamp,
        at now: Timestamp
    ) -> Verdict {
        end(request.endpoint, at: now)
        switch answer.outcome {
        // Our own disk's fault says nothing about the service.
        case .unreadable: return .final
        case .notSent, .unknown:
            request.isTrial = false
            return request.role == .probe ? .final : takeFailure(answer, &request, sent: sent, at: now)
        case .unauthorized:
            reached(by: &request)
            // The client signs a new token after a refusal; what left before that carried the old one.
            if let tokenRefused, sent >= tokenRefused { return .final }
            tokenRefused = tokenRefused ?? now
            return .again(after: now)
        case .throttled:
            reached(by: &request)
            tokenAccepted(sent: sent)
            // Not all at once when the pause is over: other machines may be waiting for the same moment.
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

    /// Transient trouble: once more after a random wait, as long as that may help.
    private mutating func takeFailure(
        _ answer: Answer,
        _ request: inout Request,
        sent: Timestamp,
        at now: Timestamp
    ) -> Verdict {
        breaker.recordFailure(sent: sent, at: now, using: &random)
        request.failures += 1
        if answer.outcome == .unknown { request.doubts += 1 }
        let isTried = request.failures >= limits.tries
        if request.endpoint.changesSomething {
            if request.doubts >= limits.tries { return .final }
        } else if isTried, breaker.failuresInARow < limits.tries {
            // Other requests get answers, and this one does not. In an outage a question waits, which leaves nothing in doubt.
            return .final
        }
        let needsPerson = answer.outcome == .notSent && answer.remedy != nil
        if isTried && needsPerson || (isTried || breaker.state != .closed) && isOut(at: now) { return .unreachable }
        request.isRepetition = true
        return .again(after: now + limits.backoff.wait(after: request.failures, using: &random))
    }

    /// Whether nothing has got through for longer than the user bears.
    private func isOut(at now: Timestamp) -> Bool {
        guard let limit = limits.outageLimit, let since = breaker.silentSince else { return false }
        return now - since >= limit
    }

    private mutating func reached(by request: inout Request) {
        request.failures = 0
        breaker.recordAnswer()
        // A pause is over.
        if request.isTrial { retryBudget.refill() }
        request.isTrial = false
    }

    /// A request sent before a refusal carried the old token, and proves nothing about the new one.
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

    // MARK: Probing for many

    /// Somebody probes; nothing else leaves meanwhile.
    package mutating func beginProbe() { breaker.beginProbe() }

    /// Takes a probe's answer: what gets through lets one request go.
    ///
    /// - Returns: Whether nothing has got through for longer than the user bears.
    package mutating func takeProbe(_ answer: Answer, at now: Timestamp) -> Bool {
        switch answer.outcome {
        case .notSent, .unknown:
            breaker.recordFailure(sent: now, at: now, using: &random)
            return isOut(at: now)
        default:
            breaker.recordProbeAnswer()
            retryBudget.refill()
            return false
        }
    }

    /// How long it takes at least until `count` more requests to an endpoint have gone.
    package func forecast(_ count: Int, to endpoint: Endpoint, at now: Timestamp) -> Duration {
        allowances[endpoint]?.budget.forecast(count, at: now) ?? .zero
    }
}

/// How many retries a run may make: ten, and one for every five requests that the service took.
///
/// Where more goes wrong than that, more of the same does not help: the run pauses instead, and the pause earns ten again.
package struct RetryBudget: Sendable, Hashable {
    private static let perRetry = 5
    private static let start = 10 * perRetry

    /// In fifths of a retry, so that sums are exact.
    private var fifths = start

    package init() {}

    /// Whether no retry is left.
    package var isEmpty: Bool { fifths < Self.perRetry }

    /// The service took a request.
    package mutating func recordSuccess() { fifths += 1 }

    /// A retry goes.
    package mutating func spend() { fifths = max(0, fifths - Self.perRetry) }

    /// A pause is over.
    package mutating func refill() { fifths = max(fifths, Self.start) }
}
