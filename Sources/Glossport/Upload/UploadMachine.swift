package import GlossportProject
package import GlossportReading

/// Decides which item to send next, how to treat each answer, and when to stop.
///
/// ``Planner`` decides whether an item is sent, and ``RequestGate`` decides when.
///
/// This is a pure state machine: it takes events, returns effects, and receives the time as a parameter. ``Uploader``
/// performs the effects. The simulation in the tests performs them with faults, on a virtual clock.
///
/// Each item goes through a fixed order: take a token, commit the attempt, send, commit the outcome.
package struct UploadMachine: Sendable {
    package enum Event: Sendable {
        case started
        /// The attempt's row is durable.
        case begun(ServiceID, AttemptID)
        case answered(ServiceID, Answer)
        /// The attempt's end and the item's state are durable.
        case recorded(ServiceID)
        /// The list call that tests whether the service is reachable has ended.
        case probed(Answer)
        /// The requested wait until this moment is over.
        case woke(Timestamp)
        case interrupted
        case deadlineReached
        /// An error that ends the upload, for example from the journal.
        case failed(GlossportError)
    }

    /// An output of the machine.
    ///
    /// Each effect is answered by at most one event. No event answers `done`, a canceled effect, or an attempt without
    /// an item.
    package enum Effect: Sendable {
        case begin(AttemptStart)
        case send(Item, AttemptID)
        case finish(AttemptEnd)
        case probe
        case wait(until: Timestamp)
        /// Nothing is in progress any more; no event follows.
        case done
    }

    /// Whether ids that the team has fixed are adopted if the service already holds them (`ifExists: skip`).
    let adoptsFixedIDs: Bool
    private let endpoint: Endpoint
    var gate: RequestGate
    var window: ConcurrencyWindow
    var retries = RetryQueue()
    var flights: [ServiceID: Flight] = [:]
    /// The number of consecutive tokens that had expired before their rows were durable.
    var staleTokens = 0

    private var queue: ArraySlice<ItemRecord>
    private var isFinished = false
    private var isProbing = false
    private var nextWake: Timestamp?

    package internal(set) var tally: UploadTally
    /// The durable result of the item in the last event.
    package internal(set) var outcome: ItemOutcome?

    /// An item that may be sent, and its failures in this run.
    struct Candidate {
        var record: ItemRecord
        var request: RequestGate.Request
    }

    /// An item in progress, from its token to its durable outcome.
    struct Flight {
        var candidate: Candidate
        var attempt: AttemptID?
        var sent: Timestamp?
        var isAnswered = false
        /// The reason why this run leaves the item open for the next run, if it does.
        var leftOpen: UploadTally.Failure.Verdict?
        /// The result of its answer; published when it is durable.
        var outcome: ItemOutcome?
        /// The earliest time to send the item again after its outcome is durable; `nil` if it is not sent again.
        var next: Timestamp?
    }

    /// - Parameters:
    ///   - kind: The kind of the items.
    ///   - queue: The items, in the order of sending.
    ///   - limits: The number of concurrent requests, and the tolerance for failures.
    ///   - adoptsFixedIDs: Whether ids that the team has fixed are adopted if the service already holds them.
    ///   - budget: The allowance, with the requests already spent.
    ///   - seed: The seed for the jitter.
    package init(
        _ kind: Item.Kind = .message,
        queue: [ItemRecord],
        limits: RunLimits,
        adoptsFixedIDs: Bool = false,
        budget: RequestBudget,
        seed: UInt64
    ) {
        endpoint = kind.uploadEndpoint
        self.adoptsFixedIDs = adoptsFixedIDs
        gate = RequestGate(limits, seed: seed)
        gate.learn(budget, of: endpoint, at: Timestamp(seconds: 0))
        window = ConcurrencyWindow(maximum: limits.concurrency)
        self.queue = queue[...]
        tally = UploadTally(total: queue.count)
    }

    package mutating func handle(_ event: Event, at now: Timestamp) -> [Effect] {
        var effects: [Effect] = []
        outcome = nil
        switch event {
        case .started: gate.begin(at: now)
        case .begun(let id, let attempt): effects += begun(id, attempt, at: now)
        case .answered(let id, let answer): effects += answered(id, answer, at: now)
        case .recorded(let id): recorded(id, at: now)
        case .probed(let answer):
            isProbing = false
            if gate.takeProbe(answer, at: now) { stop(.unreachable(answer)) }
        case .woke(let moment): if moment == nextWake { nextWake = nil }
        case .interrupted: stop(.interrupted)
        case .deadlineReached: stop(.deadline)
        case .failed(let error): abandon(error)
        }
        effects += dispatch(at: now)
        return effects
    }

    /// The minimum duration of the remaining uploads under the request allowance; a slow connection may extend it.
    package func timeLeft(at now: Timestamp) -> Duration {
        gate.forecast(max(0, tally.open + tally.unknown - tally.inFlight), to: endpoint, at: now)
    }

    // MARK: Sending

    private mutating func dispatch(at now: Timestamp) -> [Effect] {
        guard !isFinished else { return [] }
        var effects: [Effect] = []
        tally.bound = .connection
        tally.silentSince = gate.silentSince
        tally.waitsUntil = nil
        sending: while tally.stop == nil, flights.count < min(window.limit, gate.limit), var next = candidate(at: now) {
            switch gate.turn(for: &next.request, at: now) {
            case .go:
                removeCandidate(at: now)
                let id = next.record.item.id
                flights[id] = Flight(candidate: next)
                effects.append(.begin(AttemptStart(endpoint, item: id, started: now)))
            case .wait(let moment, let bound):
                (tally.bound, tally.waitsUntil) = (bound, moment)
                effects += wake(at: moment)
                break sending
            case .outOfQuota(let quota):
                stop(.quota(quota))
                break sending
            case .full, .broken: break sending
            }
        }
        if tally.stop == nil {
            effects += watchBreaker(at: now)
            if let due = retries.nextDue, due > now { effects += wake(at: due) }
        }
        tally.inFlight = flights.count
        if isIdle {
            isFinished = true
            effects.append(.done)
        }
        return effects
    }

    private var isIdle: Bool {
        guard flights.isEmpty, !isProbing else { return false }
        return tally.stop != nil || !hasWork
    }

    private var hasWork: Bool { !queue.isEmpty || !retries.isEmpty }

    private func isRetryDue(at now: Timestamp) -> Bool { retries.nextDue.map { $0 <= now } ?? false }

    /// The retry that has been due longest, otherwise the next item of the queue.
    private func candidate(at now: Timestamp) -> Candidate? {
        if isRetryDue(at: now) { return retries.first }
        return queue.first.map { Candidate(record: $0, request: RequestGate.Request(endpoint, as: .upload)) }
    }

    private mutating func removeCandidate(at now: Timestamp) {
        if isRetryDue(at: now) { retries.removeFirst() } else { queue.removeFirst() }
    }

    private mutating func watchBreaker(at now: Timestamp) -> [Effect] {
        guard hasWork, case .open(let until) = gate.breakerState else { return [] }
        guard until <= now else {
            tally.waitsUntil = until
            return wake(at: until)
        }
        gate.beginProbe()
        isProbing = true
        return [.probe]
    }

    private mutating func wake(at moment: Timestamp) -> [Effect] {
        if let nextWake, nextWake <= moment { return [] }
        nextWake = moment
        return [.wait(until: moment)]
    }

    // MARK: Stopping

    mutating func stop(_ reason: StopReason) {
        if tally.stop == nil { tally.stop = reason }
    }

    /// Ends the upload after a journal failure.
    ///
    /// Results in flight can no longer be recorded; their rows already mark them as possibly applied.
    private mutating func abandon(_ error: GlossportError) {
        // Takes precedence over any earlier reason to stop.
        tally.stop = .journal(error)
        for flight in flights.values where flight.sent != nil && !flight.isAnswered {
            let item = flight.candidate.record.item
            tally.note(ItemChange(item.id, to: .unknown), of: item)
        }
        flights.removeAll()
        isProbing = false
    }
}

/// Items that wait for a retry, earliest due time first; equal ones in the order of their insertion.
struct RetryQueue {
    private var entries: [(due: Timestamp, candidate: UploadMachine.Candidate)] = []

    var isEmpty: Bool { entries.isEmpty }
    var first: UploadMachine.Candidate? { entries.first?.candidate }
    var nextDue: Timestamp? { entries.first?.due }

    mutating func insert(_ candidate: UploadMachine.Candidate, due: Timestamp) {
        let earlier = entries.lastIndex { $0.due <= due }
        entries.insert((due, candidate), at: earlier.map { $0 + 1 } ?? 0)
    }

    mutating func removeFirst() { entries.removeFirst() }
}

/// The number of requests that may be in flight.
///
/// It doubles with each round trip at first. After the first throttling, it grows by one per round trip, and halves
/// whenever the service throttles.
package struct ConcurrencyWindow: Sendable, Hashable {
    package let maximum: Int
    private var size: Double
    /// Whether the window still doubles; `false` after the first throttling.
    private var isStarting = true

    package init(maximum: Int) {
        self.maximum = max(1, maximum)
        size = Double(min(8, self.maximum))
    }

    package var limit: Int { Int(size) }

    package mutating func recordSuccess() { size = min(Double(maximum), size + (isStarting ? 1 : 1 / size)) }

    package mutating func recordThrottling() {
        isStarting = false
        size = max(1, size / 2)
    }
}
