package import Glossport
import GlossportProject

/// Checks the invariants of a simulation from outside: nothing is duplicated, lost or sent too early.
struct Referee {
    private(set) var violations: [String] = []
    /// The arrival times of requests at the service, in order.
    private(set) var arrivals: [Timestamp] = []
    private(set) var throttled = 0
    /// The end of the pause that the current process must observe, from the service or the journal.
    private(set) var blockedUntil: Timestamp?

    private let scenario: Scenario
    private let unacceptable: Set<ServiceID>
    private let present: Set<ServiceID>
    private let wanted: [Item]
    /// The end of the pause that the journal has recorded.
    private var rememberedBlock: Timestamp?
    /// The times when the sent requests took their tokens.
    private var spent: [Timestamp] = []
    private var tokens: [AttemptID: Timestamp] = [:]
    private var doubtfulAtStart: Set<ServiceID> = []
    private var heldAtStart: Set<ServiceID> = []
    private var sentInLife: Set<ServiceID> = []
    private var toUpload = 0
    private var openAtStart: [ServiceID] = []

    init(_ scenario: Scenario, wanted: [Item], unacceptable: Set<ServiceID>, present: [ServiceID]) {
        self.scenario = scenario
        self.wanted = wanted
        self.unacceptable = unacceptable
        self.present = Set(present)
    }

    mutating func fail(_ invariant: String, _ sentence: String) {
        guard violations.count < 10 else { return }
        violations.append("\(invariant), seed \(scenario.seed): \(sentence)")
    }

    // MARK: Processes

    mutating func startsLife(journal: SimulatedJournal, service: SimulatedService, toUpload: Int) {
        blockedUntil = rememberedBlock
        sentInLife = []
        self.toUpload = toUpload
        let open = wanted.filter { journal.records[$0.id]?.state.isOpen ?? false }
        openAtStart = open.map(\.id)
        if open.count != toUpload { fail("I10", "\(toUpload) planned, \(open.count) open in the journal") }
        doubtfulAtStart = Set(open.map(\.id).filter { journal.records[$0]?.state != .planned })
        heldAtStart = Set(openAtStart.filter { service.held[$0]?.isOurs ?? false })
    }

    /// I10: checks that the run's counts agree with the journal.
    mutating func endsLife(_ tally: UploadTally, journal: SimulatedJournal) {
        if case .journal? = tally.stop { return }
        let states = openAtStart.compactMap { journal.records[$0]?.state }
        let uploaded = states.count { $0 == .uploaded }
        let counted = tally.uploaded + tally.confirmed + tally.adopted
        if uploaded != counted { fail("I10", "\(counted) counted as uploaded, \(uploaded) in the journal") }
        let refused = states.count { $0 == .refused }
        if refused != tally.refused { fail("I10", "\(tally.refused) counted as refused, \(refused) in the journal") }
        let conflicts = states.count { $0 == .conflict }
        if conflicts != tally.conflicts { fail("I10", "\(tally.conflicts) conflicts, \(conflicts) in the journal") }
        let sending = openAtStart.filter { journal.records[$0]?.state == .sending && !doubtfulAtStart.contains($0) }
        if !sending.isEmpty { fail("I10", "an attempt has no end although the run has one") }
        if tally.stop == nil, tally.inFlight > 0 { fail("I10", "\(tally.inFlight) in flight at the end") }
        if tally.settled + tally.unknown + tally.open != toUpload { fail("I10", "the counts don't add up") }
    }

    // MARK: Requests

    /// Records when an attempt took its token.
    mutating func recordToken(for attempt: AttemptID, at now: Timestamp) { tokens[attempt] = now }

    /// I6, I7, I9: checks that a request is not too early, unrecorded or unnecessary.
    mutating func sends(_ id: ServiceID, _ attempt: AttemptID, at now: Timestamp, journal: SimulatedJournal) {
        if !journal.isOpen(attempt, at: id) { fail("I7", "sent without a durable row") }
        if let blockedUntil, now < blockedUntil { fail("I6", "sent \(blockedUntil - now) before Retry-After") }
        if sentInLife.insert(id).inserted, heldAtStart.contains(id), !doubtfulAtStart.contains(id) {
            fail("I9", "sent again although the journal had no doubt")
        }
        if let token = tokens.removeValue(forKey: attempt) { spent.append(token) }
    }

    mutating func arrives(at now: Timestamp) { arrivals.append(now) }

    /// Records that the process has received a request to wait.
    mutating func learns(_ answer: Answer, _ blocked: Timestamp?, at now: Timestamp) {
        if answer.outcome == .throttled { throttled += 1 }
        guard let blocked else { return }
        let believed = min(blocked, now + RequestBudget.longestPause)
        blockedUntil = max(blockedUntil ?? believed, believed)
    }

    mutating func remembers(_ blocked: Timestamp?) {
        guard let blocked else { return }
        rememberedBlock = max(rememberedBlock ?? blocked, blocked)
    }

    // MARK: Items

    /// I1, I2, I3: checks a settled item against the service.
    mutating func settles(_ change: ItemChange, service: SimulatedService) {
        let id = change.item
        switch change.state {
        case .uploaded, .deleted:
            guard let message = service.held[id] else {
                fail("I2", "uploaded, but absent")
                return
            }
            if !message.isOurs, scenario.fixedIDs, change.proof == .adopted {
                fail("I1", "another's message under a fixed id taken for ours")
            }
        case .refused, .conflict:
            if service.held[id]?.isOurs ?? false { fail("I3", "\(change.state) because of our own success") }
        case .planned, .sending, .unknown: break
        }
    }

    /// I1, I4, I5: checks the final state.
    mutating func checkEnd(journal: SimulatedJournal, service: SimulatedService) {
        let ids = Set(wanted.map(\.id))
        if !ids.isSuperset(of: service.held.keys) { fail("I4", "the service holds what nobody wanted") }
        if service.held.count > scenario.capacity { fail("I4", "the service holds more than it takes") }
        let isFull = service.held.count >= scenario.capacity
        for item in wanted {
            let state = journal.records[item.id]?.state
            let message = service.held[item.id]
            if unacceptable.contains(item.id) {
                if state != .refused, !isFull {
                    fail("I1", "an unacceptable message is \(state.map(\.rawValue) ?? "lost")")
                }
            } else if scenario.fixedIDs, present.contains(item.id), message?.isOurs == false {
                // After a lost reply, nothing proves whose message it is, and the product counts it as ours.
                if state != .conflict, state != .uploaded, !isFull { fail("I1", "another's id is not in conflict") }
            } else if state == .uploaded ? message == nil : !isFull {
                fail("I1", "wanted, \(state.map(\.rawValue) ?? "lost"), at the service: \(message != nil)")
            }
        }
        checkHours()
        if scenario.pace == .steady { checkPace() }
    }

    /// Checks that no sliding hour contains more arrivals than the allowance.
    private mutating func checkHours() {
        guard arrivals.count > scenario.allowance else { return }
        let sorted = arrivals.sorted()
        for index in scenario.allowance..<sorted.count
        where sorted[index] - sorted[index - scenario.allowance] < HourLedger.hour {
            fail(
                "I5",
                "\(scenario.allowance + 1) arrivals within \(sorted[index] - sorted[index - scenario.allowance])"
            )
            return
        }
    }

    /// Checks that any closed window of length T contains at most burst + ⌊T / interval⌋ requests.
    private mutating func checkPace() {
        let bucket = TokenBucket(hourlyAllowance: scenario.allowance)
        let longestWay = RequestBudget.slotLifetime + scenario.latency.upperBound
        if let window = PaceBound(bucket).violation(in: spent) { fail("I5", "tokens: \(window)") }
        if let window = PaceBound(bucket, slack: longestWay).violation(in: arrivals) {
            fail("I5", "arrivals: \(window)")
        }
    }
}

/// Checks the bound of a token bucket over all windows in one pass.
package struct PaceBound {
    private let interval: Int64
    private let burst: Int64
    private let slack: Int64

    /// - Parameters:
    ///   - bucket: The bucket whose burst and interval determine the bound.
    ///   - slack: The maximum difference between the travel times of two requests.
    package init(_ bucket: TokenBucket, slack: Duration = .zero) {
        interval = bucket.interval.nanoseconds
        burst = Int64(bucket.burst)
        self.slack = slack.nanoseconds
    }

    /// Describes the first window that contains more than burst + ⌊T / interval⌋ moments.
    ///
    /// Let m(k) be the k-th moment and lead(k) = k·interval − m(k). The bound holds for all windows if every lead(j) is
    /// at most the minimum of lead(i) for i ≤ j, plus (burst − 1)·interval and the slack.
    package func violation(in moments: [Timestamp]) -> String? {
        let sorted = moments.map(\.nanoseconds).sorted()
        guard let origin = sorted.first else { return nil }
        var least = Int64.max
        for (index, moment) in sorted.enumerated() {
            let lead = Int64(index) * interval - (moment - origin)
            least = min(least, lead)
            if lead > least + (burst - 1) * interval + slack {
                return "request \(index + 1) comes \(lead - least - (burst - 1) * interval - slack) ns too early"
            }
        }
        return nil
    }
}
