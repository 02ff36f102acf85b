/// The whole emulated service as one value: apps, budgets, counters, faults.
///
/// Nothing here waits, reads a clock or sends a byte. The HTTP shell holds one of these behind a lock, hands it requests
/// with the time they arrived, and carries out what it answers.
package struct ServiceState: Sendable {
    /// The unit of counting: an app and an endpoint.
    struct Lane: Hashable, Sendable {
        var bundleID: String
        var endpoint: Endpoint
    }

    /// The rules in force.
    package private(set) var rules: Rules
    /// The faults in force.
    package var faults: FaultPlan { didSet { changes += 1 } }
    /// How often anything has changed that a snapshot shows.
    package internal(set) var changes = 0
    /// The apps seen so far, by bundle ID; the environment is the same for all.
    package internal(set) var apps: [String: AppState] = [:]
    /// Requests that got no further than the token or the route, by status.
    package private(set) var unattributed: [Int: Int] = [:]
    /// Requests that followed a redirect, and how many of them brought the token along.
    package private(set) var redirects = (followed: 0, withToken: 0)
    /// The number of the newest request.
    package private(set) var sequence = 0
    /// Requests being answered.
    package private(set) var inFlight = 0

    private(set) var traffic: [Lane: Traffic] = [:]
    private(set) var lateEffects: [(due: Moment, bundleID: String, operation: Operation)] = []
    private var budgets: [Lane: Budget] = [:]
    private var storms: [Lane: (until: Moment, form: RetryAfterForm)] = [:]
    private var endpointSequences: [Endpoint: Int] = [:]

    /// A fresh service.
    package init(rules: Rules, faults: FaultPlan = FaultPlan()) {
        self.rules = rules
        self.faults = faults
    }

    /// Notes a request that goes to an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: Where it goes.
    ///   - bundleID: The app; `nil` if the token is invalid.
    ///   - now: When it came.
    /// - Returns: Its number and the fault it will meet.
    package mutating func arrive(_ endpoint: Endpoint, bundleID: String?, at now: Moment) -> Arrival {
        changes += 1
        sequence += 1
        inFlight += 1
        let number = endpointSequences[endpoint, default: 0] + 1
        endpointSequences[endpoint] = number
        guard let bundleID else { return Arrival(sequence: sequence, at: now, inFlight: inFlight, fault: nil) }
        traffic[Lane(bundleID: bundleID, endpoint: endpoint), default: Traffic()].arrive(at: now, hour: rules.hour)
        let fault = faults.strike(sequence: sequence, endpoint: endpoint, endpointSequence: number)
        return Arrival(sequence: sequence, at: now, inFlight: inFlight, fault: fault)
    }

    /// Notes a request for which there is no endpoint.
    package mutating func arriveNowhere(at now: Moment) -> Arrival {
        changes += 1
        sequence += 1
        inFlight += 1
        return Arrival(sequence: sequence, at: now, inFlight: inFlight, fault: nil)
    }

    /// Notes an answer.
    ///
    /// - Parameters:
    ///   - status: The status the request was answered with, or would have been.
    ///   - endpoint: Where it went.
    ///   - bundleID: Whose it was.
    package mutating func count(status: Int, endpoint: Endpoint?, bundleID: String?) {
        changes += 1
        if let endpoint, let bundleID {
            traffic[Lane(bundleID: bundleID, endpoint: endpoint), default: Traffic()].answer(status: status)
        } else {
            unattributed[status, default: 0] += 1
        }
    }

    /// Notes that a request is done with.
    package mutating func leave() {
        changes += 1
        // A reset may have come in between.
        inFlight = max(0, inFlight - 1)
    }

    /// Notes that a client followed a redirect.
    package mutating func redirectFollowed(withToken: Bool) {
        changes += 1
        redirects.followed += 1
        if withToken { redirects.withToken += 1 }
    }

    /// Answers a request as the service does on a good day.
    ///
    /// - Parameters:
    ///   - operation: The requested operation.
    ///   - endpoint: The endpoint whose budget pays.
    ///   - bundleID: Whose request it is.
    ///   - now: When it came.
    /// - Returns: The answer, and whether anything took effect.
    package mutating func perform(
        _ operation: Operation,
        endpoint: Endpoint,
        bundleID: String,
        at now: Moment
    ) -> Outcome {
        settleLateEffects(until: now)
        if let until = spend(Lane(bundleID: bundleID, endpoint: endpoint), at: now) {
            return Outcome(.throttled(retryAfter: String(until.millisecondsRoundedUp)))
        }
        let outcome = apply(operation, bundleID: bundleID, at: now)
        if rules.spending == .successes, outcome.reply.status != 200 {
            budgets[Lane(bundleID: bundleID, endpoint: endpoint)]?.refund()
        }
        return outcome
    }

    /// Carries out an operation that has been paid for.
    mutating func apply(_ operation: Operation, bundleID: String, at now: Moment) -> Outcome {
        changes += 1
        do throws(ServiceError) {
            let reply = try apps[bundleID, default: AppState()].perform(operation, at: now, rules: rules)
            return Outcome(reply, committed: true)
        } catch {
            return Outcome(.refused(error))
        }
    }

    /// Takes a request from a budget, or says when the next one is permitted.
    mutating func spend(_ lane: Lane, at now: Moment) -> Moment? {
        guard let allowance = rules.allowances[lane.endpoint] else { return nil }
        let fresh = Budget(allowance: allowance, hour: rules.hour, window: rules.window)
        return budgets[lane, default: fresh].spend(at: now)
    }

    /// Gives endpoints new allowances, or their old ones anew: whatever was spent of them is forgotten.
    ///
    /// - Parameter allowances: Requests per hour; `nil` means no limit. Other endpoints keep theirs.
    package mutating func allow(_ allowances: [Endpoint: Int?]) {
        changes += 1
        for (endpoint, requests) in allowances { rules.allowances[endpoint] = requests }
        budgets = budgets.filter { allowances[$0.key.endpoint] == nil }
    }

    /// How much of an endpoint's allowance is spent; `nil` if it has none.
    mutating func spent(_ lane: Lane, at now: Moment) -> Int? {
        guard rules.allowances[lane.endpoint] != nil else { return nil }
        return budgets[lane]?.spent(at: now) ?? 0
    }

    /// The storm that rages over an endpoint, if any.
    func storm(over lane: Lane, at now: Moment) -> (until: Moment, form: RetryAfterForm)? {
        storms[lane].flatMap { $0.until > now ? $0 : nil }
    }

    /// Lets a storm begin.
    mutating func beginStorm(over lane: Lane, until: Moment, form: RetryAfterForm) {
        storms[lane] = (until, form)
    }

    /// Puts an effect off.
    mutating func postpone(_ operation: Operation, bundleID: String, until due: Moment) {
        lateEffects.append((due, bundleID, operation))
    }

    /// Lets every late effect take place whose time has come.
    ///
    /// Effects are applied when the state is next looked at, which no client can tell from a timer.
    package mutating func settleLateEffects(until now: Moment) {
        guard !lateEffects.isEmpty else { return }
        let due = lateEffects.filter { $0.due <= now }.sorted { $0.due < $1.due }
        lateEffects.removeAll { $0.due <= now }
        for effect in due { _ = apply(effect.operation, bundleID: effect.bundleID, at: effect.due) }
    }

    /// Decides the review of messages and images of all apps, or of one.
    ///
    /// - Parameters:
    ///   - verdict: Approved or rejected.
    ///   - identifiers: Which to decide; `nil` means everything still pending.
    ///   - bundleID: The only app to look at.
    ///   - now: When.
    /// - Returns: How many were decided.
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

/// The requests at one endpoint for one app: the measure of the client's pace.
package struct Traffic: Sendable {
    /// Beyond this many arrivals in an hour the exact figure is given up, so that memory stays flat.
    package static let exactArrivals = 65_536

    /// All requests, refused ones included.
    package private(set) var arrivals = 0
    /// Answers by HTTP status; dropped ones count under the status they would have had.
    package private(set) var statuses: [Int: Int] = [:]
    /// The most arrivals in any stretch of an hour.
    package private(set) var highestInAnyHour = 0
    /// Whether ``highestInAnyHour`` is exact, or only a lower bound.
    package private(set) var highestIsExact = true
    private var recent = MomentQueue()

    /// Nothing has arrived yet.
    package init() {}

    /// Counts an arrival.
    ///
    /// - Parameters:
    ///   - now: When it came.
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

    /// Counts an answer.
    package mutating func answer(status: Int) {
        statuses[status, default: 0] += 1
    }
}
