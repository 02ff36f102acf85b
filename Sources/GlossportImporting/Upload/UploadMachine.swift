package import GlossportChecking
package import GlossportReading

/// Decides everything about an upload: what to send when, what an answer means, when to stop.
///
/// A pure state machine: events go in, effects come out, time is a parameter. ``Uploader`` performs the effects; the
/// simulation in the tests performs them with faults, on a virtual clock.
///
/// The order for each item is fixed: take a token, commit the attempt, send, commit the outcome.
package struct UploadMachine: Sendable {
    /// What happened.
    package enum Event: Sendable {
        case started
        /// The attempt's row is durable.
        case begun(ServiceID, AttemptID)
        case answered(ServiceID, Answer)
        /// The attempt's end and the item's state are durable.
        case recorded(ServiceID)
        /// The list call that was to show whether the service can be reached.
        case probed(Answer)
        /// The wait that was asked for until this moment is over.
        case woke(Timestamp)
        case interrupted
        case deadlineReached
        /// The journal failed.
        case failed(GlossportError)
    }

    /// What to do; each effect ends in exactly one event.
    package enum Effect: Sendable {
        case begin(AttemptStart)
        case send(Item, AttemptID)
        case finish(AttemptEnd)
        case probe
        case wait(until: Timestamp)
        /// Nothing is under way any more; no event follows.
        case done
    }

    let settings: UploadSettings
    private let endpoint: Endpoint
    var budget: RequestBudget
    var window: ConcurrencyWindow
    var random: SeededRandom
    var breaker: Breaker
    var retryBudget = RetryBudget()
    var retries = RetryQueue()
    var flights: [ServiceID: Flight] = [:]
    /// When a 401 came back; a second one for a request that left later is final.
    var tokenRefused: Timestamp?
    /// When the service dealt with a request last, or the upload began.
    var progress: Timestamp?
    /// Tokens in a row that were too old when their rows were durable.
    var staleTokens = 0

    private var queue: ArraySlice<ItemRecord>
    private var isFinished = false
    private var isProbing = false
    private var nextWake: Timestamp?

    /// What has come of it so far.
    package internal(set) var tally: UploadTally
    /// What the last event made certain of an item, and durable.
    package internal(set) var outcome: ItemOutcome?

    /// An item that may be sent, with what went wrong with it in this run.
    struct Candidate {
        var record: ItemRecord
        /// Attempts without a definite answer, for the back-off.
        var failures = 0
        /// Those of them that may have been applied, for the limit.
        var doubts = 0
    }

    /// An item under way, from its token to its durable outcome.
    struct Flight {
        var candidate: Candidate
        /// When the token was taken.
        var spent: Timestamp
        var attempt: AttemptID?
        /// When the request left.
        var sent: Timestamp?
        var isAnswered = false
        /// Why this run leaves the item open for the next one, if it does.
        var leftOpen: UploadTally.Failure.Verdict?
        /// What its answer makes certain, as soon as that is durable.
        var outcome: ItemOutcome?
        /// What is to happen with the item once its outcome is durable.
        var next = Next.nothing

        enum Next {
            case nothing
            /// Turned away or held back: that was not the item's fault and costs it nothing.
            case again
            /// A retry, which counts.
            case after(Duration)
        }
    }

    /// - Parameters:
    ///   - kind: What the items are.
    ///   - queue: The items to send, in this order.
    ///   - settings: The user's choices.
    ///   - budget: The allowance with what is already spent.
    ///   - seed: For the jitter.
    package init(
        _ kind: Item.Kind = .message,
        queue: [ItemRecord],
        settings: UploadSettings,
        budget: RequestBudget,
        seed: UInt64
    ) {
        endpoint = kind.uploadEndpoint
        self.settings = settings
        self.budget = budget
        window = ConcurrencyWindow(maximum: settings.concurrency)
        random = SeededRandom(seed: seed)
        breaker = Breaker(threshold: settings.patience.breakAfter)
        self.queue = queue[...]
        tally = UploadTally(total: queue.count)
    }

    /// Takes an event and says what to do.
    package mutating func handle(_ event: Event, at now: Timestamp) -> [Effect] {
        var effects: [Effect] = []
        outcome = nil
        switch event {
        case .started: progress = now
        case .begun(let id, let attempt): effects += begun(id, attempt, at: now)
        case .answered(let id, let answer): effects += answered(id, answer, at: now)
        case .recorded(let id): recorded(id, at: now)
        case .probed(let answer):
            isProbing = false
            probed(answer, at: now)
        case .woke(let moment): if moment == nextWake { nextWake = nil }
        case .interrupted: stop(.interrupted)
        case .deadlineReached: stop(.deadline)
        case .failed(let error): abandon(error)
        }
        effects += dispatch(at: now)
        return effects
    }

    /// The least time that the rest will take under the pace; the connection may make it longer.
    package func timeLeft(at now: Timestamp) -> Duration {
        budget.forecast(max(0, tally.open + tally.unknown - tally.inFlight), at: now)
    }

    // MARK: Sending

    private mutating func dispatch(at now: Timestamp) -> [Effect] {
        guard !isFinished else { return [] }
        var effects: [Effect] = []
        tally.bound = .connection
        tally.silentSince = breaker.openSince
        tally.waitsUntil = nil
        while tally.stop == nil, flights.count < min(window.limit, breaker.limit), hasCandidate(at: now) {
            guard let slot = budget.nextSlot(at: now) else { break }
            guard slot.moment <= now else {
                tally.bound = slot.bound
                tally.waitsUntil = slot.moment
                if let limit = settings.patience.maxWait, slot.moment - (progress ?? now) > limit {
                    stop(.quota(resumeAt: slot.moment))
                } else {
                    effects += wake(at: slot.moment)
                }
                break
            }
            guard let candidate = nextCandidate(at: now) else { break }
            let id = candidate.record.item.id
            budget.spend(at: now)
            flights[id] = Flight(candidate: candidate, spent: now)
            effects.append(.begin(AttemptStart(endpoint, item: id, started: now)))
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

    private func hasCandidate(at now: Timestamp) -> Bool {
        !queue.isEmpty || retries.nextDue.map { $0 <= now } ?? false
    }

    /// The retry that is due longest, else the next of the queue; `nil` if retries have used up their budget.
    private mutating func nextCandidate(at now: Timestamp) -> Candidate? {
        if let entry = retries.first, entry.due <= now {
            if entry.counts {
                guard !retryBudget.isEmpty else {
                    breaker.open(at: now, using: &random)
                    return nil
                }
                retryBudget.spend()
            }
            return retries.popFirst()
        }
        return queue.popFirst().map { Candidate(record: $0) }
    }

    private mutating func watchBreaker(at now: Timestamp) -> [Effect] {
        guard hasWork, case .open(let until) = breaker.state else { return [] }
        guard until <= now else {
            tally.waitsUntil = until
            return wake(at: until)
        }
        breaker.beginProbe()
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

    /// Whatever was under way can't be recorded any more; its row says that it may have been applied.
    private mutating func abandon(_ error: GlossportError) {
        // Graver than whatever else was the reason to stop.
        tally.stop = .journal(error)
        for flight in flights.values where flight.sent != nil && !flight.isAnswered {
            let item = flight.candidate.record.item
            tally.note(ItemChange(item.id, to: .unknown), of: item)
        }
        flights.removeAll()
        isProbing = false
    }
}
