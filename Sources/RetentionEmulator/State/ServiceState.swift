/// The whole emulated service as one value: apps, budgets, counters, faults.
///
/// It does not wait, read a clock or send bytes. The HTTP layer guards it with a lock, passes it requests with their
/// times of arrival, and sends its answers.
package struct ServiceState: Sendable {
    /// An app and an endpoint; requests are counted for each pair.
    struct AppEndpoint: Hashable, Sendable {
        var bundleID: String
        var endpoint: Endpoint
    }

    package private(set) var rules: Rules
    package var faults: FaultPlan { didSet { changes += 1 } }
    /// The number of changes that affect a snapshot.
    package internal(set) var changes = 0
    /// The apps seen so far, by bundle ID; all are in the same environment.
    package internal(set) var apps: [String: AppState] = [:]
    /// The numbers of answers to requests with an unknown route or an invalid token, by status.
    package private(set) var unattributed: [Int: Int] = [:]
    /// The number of requests that followed a redirect, and of those among them that sent the token.
    package private(set) var redirects = (followed: 0, withToken: 0)
    /// The number of the newest request.
    package private(set) var sequence = 0
    package private(set) var inFlight = 0

    private(set) var traffic: [AppEndpoint: Traffic] = [:]
    private(set) var lateEffects: [(due: Moment, bundleID: String, operation: Operation)] = []
    private var budgets: [AppEndpoint: Budget] = [:]
    private var storms: [AppEndpoint: (until: Moment, form: RetryAfterForm)] = [:]
    private var endpointSequences: [Endpoint: Int] = [:]

    package init(rules: Rules, faults: FaultPlan = FaultPlan()) {
        self.rules = rules
        self.faults = faults
    }

    /// Records a request to an endpoint; `bundleID` is `nil` if the token is invalid.
    ///
    /// - Returns: The request's number and fault.
    package mutating func arrive(_ endpoint: Endpoint, bundleID: String?, at now: Moment) -> Arrival {
        changes += 1
        sequence += 1
        inFlight += 1
        let number = endpointSequences[endpoint, default: 0] + 1
        endpointSequences[endpoint] = number
        guard let bundleID else { return Arrival(sequence: sequence, at: now, inFlight: inFlight, fault: nil) }
        traffic[AppEndpoint(bundleID: bundleID, endpoint: endpoint), default: Traffic()].arrive(
            at: now,
            hour: rules.hour
        )
        let fault = faults.strike(sequence: sequence, endpoint: endpoint, endpointSequence: number)
        return Arrival(sequence: sequence, at: now, inFlight: inFlight, fault: fault)
    }

    /// Records a request without an endpoint.
    package mutating func arriveNowhere(at now: Moment) -> Arrival {
        changes += 1
        sequence += 1
        inFlight += 1
        return Arrival(sequence: sequence, at: now, inFlight: inFlight, fault: nil)
    }

    /// Counts an answer by its status, even if it was not sent.
    package mutating func count(status: Int, endpoint: Endpoint?, bundleID: String?) {
        changes += 1
        if let endpoint, let bundleID {
            traffic[AppEndpoint(bundleID: bundleID, endpoint: endpoint), default: Traffic()].answer(status: status)
        } else {
            unattributed[status, default: 0] += 1
        }
    }

    /// Records the end of a request.
    package mutating func leave() {
        changes += 1
        // The state may have been reset since the request arrived.
        inFlight = max(0, inFlight - 1)
    }

    package mutating func redirectFollowed(withToken: Bool) {
        changes += 1
        redirects.followed += 1
        if withToken { redirects.withToken += 1 }
    }

    /// Charges and answers a request, without applying a fault.
    ///
    /// - Parameters:
    ///   - operation: The requested operation.
    ///   - endpoint: The endpoint whose budget is charged.
    ///   - bundleID: The app of the request.
    ///   - now: The time of the request.
    /// - Returns: The answer, and whether the request took effect.
    package mutating func perform(
        _ operation: Operation,
        endpoint: Endpoint,
        bundleID: String,
        at now: Moment
    ) -> Outcome {
        settleLateEffects(until: now)
        if let until = spend(AppEndpoint(bundleID: bundleID, endpoint: endpoint), at: now) {
            return Outcome(.throttled(retryAfter: String(until.millisecondsRoundedUp)))
        }
        let outcome = apply(operation, bundleID: bundleID, at: now)
        if rules.spending == .successes, outcome.reply.status != 200 {
            budgets[AppEndpoint(bundleID: bundleID, endpoint: endpoint)]?.refund()
        }
        return outcome
    }

    /// Performs an operation that has been charged.
    mutating func apply(_ operation: Operation, bundleID: String, at now: Moment) -> Outcome {
        changes += 1
        do throws(ServiceError) {
            let reply = try apps[bundleID, default: AppState()].perform(operation, at: now, rules: rules)
            return Outcome(reply, committed: true)
        } catch {
            return Outcome(.refused(error))
        }
    }

    /// Charges a request to a budget, or returns the time when the next one is permitted.
    mutating func spend(_ appEndpoint: AppEndpoint, at now: Moment) -> Moment? {
        guard let allowance = rules.allowances[appEndpoint.endpoint] else { return nil }
        let fresh = Budget(allowance: allowance, hour: rules.hour, window: rules.window)
        return budgets[appEndpoint, default: fresh].spend(at: now)
    }

    /// Sets the allowances of endpoints, and resets their budgets even if the allowances are unchanged.
    ///
    /// - Parameter allowances: Requests per hour; `nil` means no limit. Other endpoints are not changed.
    package mutating func allow(_ allowances: [Endpoint: Int?]) {
        changes += 1
        for (endpoint, requests) in allowances { rules.allowances[endpoint] = requests }
        budgets = budgets.filter { allowances[$0.key.endpoint] == nil }
    }

    /// The spent part of an endpoint's allowance; `nil` if the endpoint is not limited.
    mutating func spent(_ appEndpoint: AppEndpoint, at now: Moment) -> Int? {
        guard rules.allowances[appEndpoint.endpoint] != nil else { return nil }
        return budgets[appEndpoint]?.spent(at: now) ?? 0
    }

    /// The current storm of 429s for an app and an endpoint, if any.
    func storm(over appEndpoint: AppEndpoint, at now: Moment) -> (until: Moment, form: RetryAfterForm)? {
        storms[appEndpoint].flatMap { $0.until > now ? $0 : nil }
    }

    mutating func beginStorm(over appEndpoint: AppEndpoint, until: Moment, form: RetryAfterForm) {
        storms[appEndpoint] = (until, form)
    }

    /// Schedules a late effect.
    mutating func postpone(_ operation: Operation, bundleID: String, until due: Moment) {
        lateEffects.append((due, bundleID, operation))
    }

    /// Applies every late effect that is due.
    ///
    /// Effects are applied at the next access to the state, which clients cannot distinguish from a timer.
    package mutating func settleLateEffects(until now: Moment) {
        guard !lateEffects.isEmpty else { return }
        let due = lateEffects.filter { $0.due <= now }.sorted { $0.due < $1.due }
        lateEffects.removeAll { $0.due <= now }
        for effect in due { _ = apply(effect.operation, bundleID: effect.bundleID, at: effect.due) }
    }

    /// Decides the review of messages and images of one app or of all.
    ///
    /// - Parameters:
    ///   - verdict: Approved or rejected.
    ///   - identifiers: The items to decide; `nil` means all pending items.
    ///   - bundleID: The app; `nil` means all apps.
    ///   - now: The time of the decision.
    /// - Returns: The number of decided items.
    package mutating func decide(
        _ verdict: ReviewState,
        only identifiers: Set<Identifier>?,
        bundleID: String?,
        at now: Moment
    ) -> Int {
        settleLateEffects(until: now)
        changes += 1
        var decided = 0
        for app in apps.keys where bundleID == nil || bundleID == app {
            decided += apps[app]?.decide(verdict, only: identifiers, at: now) ?? 0
        }
        return decided
    }
}

/// The requests of one app to one endpoint, to measure the client's pace.
package struct Traffic: Sendable {
    /// The number of arrivals in an hour below which the maximum is exact; more are not kept, to limit memory use.
    package static let exactArrivals = 65_536

    /// The number of requests, including refused ones.
    package private(set) var arrivals = 0
    /// The numbers of answers by HTTP status; a dropped answer counts under the status that it would have had.
    package private(set) var statuses: [Int: Int] = [:]
    /// The maximum number of arrivals in any period of one hour.
    package private(set) var highestInAnyHour = 0
    /// Whether ``highestInAnyHour`` is exact rather than a lower bound.
    package private(set) var highestIsExact = true
    private var recent = MomentQueue()

    package init() {}

    /// Counts an arrival.
    ///
    /// - Parameters:
    ///   - now: The time of arrival.
    ///   - hour: The length of an hour.
    package mutating func arrive(at now: Moment, hour: Duration) {
        arrivals += 1
        recent.append(now.microseconds)
        recent.removeAll(upTo: now.microseconds - hour.wholeMicroseconds)
        highestInAnyHour = max(highestInAnyHour, recent.count)
        if recent.count >= Self.exactArrivals {
            highestIsExact = false
            recent.removeFirst()
        }
    }

    package mutating func answer(status: Int) {
        statuses[status, default: 0] += 1
    }
}
