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
        /// The journal handed out these; fewer than asked for means that the queue is empty.
        case claimed([ItemRecord], asked: Int)
        /// The attempt's row is durable.
        case begun(ServiceID, AttemptID)
        case answered(ServiceID, Answer)
        /// The attempt's end and the item's state are durable.
        case recorded(ServiceID)
        case budgetRemembered
        case woke
        case interrupted
        case deadlineReached
        /// The journal failed.
        case failed(GlossportError)
    }

    /// What to do; each effect ends in exactly one event.
    package enum Effect: Sendable {
        case claim(Int)
        case begin(AttemptStart)
        case send(Item, AttemptID)
        case finish(AttemptEnd)
        case rememberBudget(pausedUntil: Timestamp?, steadyUntil: Timestamp?)
        case wait(until: Timestamp)
        /// Nothing is under way any more; no event follows.
        case done
    }

    private let settings: UploadSettings
    private var budget: RequestBudget
    private var window: ConcurrencyWindow
    private var random: SeededRandom

    private var queue: [ItemRecord] = []
    private var queueHead = 0
    private var retries: [(due: Timestamp, record: ItemRecord)] = []
    private var flights: [ServiceID: Flight] = [:]
    private var isClaiming = false
    private var isExhausted = false
    private var isFinished = false
    private var isRemembering = false
    private var nextWake: Timestamp?
    private var failuresInARow = 0
    private var refusedTokens = 0

    /// What has come of it so far.
    package private(set) var tally: UploadTally

    private struct Flight {
        var record: ItemRecord
        var attempt: AttemptID?
        /// What is to happen with the item once its outcome is durable.
        var next: Next = .nothing

        enum Next {
            case nothing, atOnce
            case after(Duration)
        }
    }

    /// - Parameters:
    ///   - total: The number of items to send.
    ///   - settings: The user's choices.
    ///   - budget: The allowance with what is already spent.
    ///   - seed: For the jitter.
    package init(total: Int, settings: UploadSettings, budget: RequestBudget, seed: UInt64) {
        self.settings = settings
        self.budget = budget
        window = ConcurrencyWindow(maximum: settings.concurrency)
        random = SeededRandom(seed: seed)
        tally = UploadTally(total: total)
    }

    /// Takes an event and says what to do.
    package mutating func handle(_ event: Event, at now: Timestamp) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .started: break
        case .claimed(let records, let asked):
            isClaiming = false
            isExhausted = records.count < asked
            queue.append(contentsOf: records)
        case .begun(let id, let attempt): effects += begun(id, attempt, at: now)
        case .answered(let id, let answer): effects += answered(id, answer, at: now)
        case .recorded(let id): recorded(id, at: now)
        case .budgetRemembered: isRemembering = false
        case .woke: nextWake = nil
        case .interrupted: stop(.interrupted)
        case .deadlineReached: stop(.deadline)
        case .failed(let error):
            // Whatever was under way can't be recorded any more; its row says that it may have been applied.
            stop(.journal(error))
            flights.removeAll()
            isClaiming = false
            isRemembering = false
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
        while tally.stop == nil, flights.count < window.limit, hasCandidate(at: now) {
            guard let slot = budget.nextSlot(at: now) else { break }
            guard slot.moment <= now else {
                tally.bound = slot.bound
                tally.waitsUntil = slot.moment
                if let limit = settings.maxWait, slot.moment - now > limit {
                    stop(.quota(resumeAt: slot.moment))
                } else {
                    effects += wake(at: slot.moment)
                }
                break
            }
            guard let record = nextCandidate(at: now) else { break }
            budget.spend(at: now)
            tally.requests += 1
            flights[record.item.id] = Flight(record: record)
            effects.append(.begin(AttemptStart(.uploadMessage, item: record.item.id, started: now)))
        }
        if tally.stop == nil {
            if !isExhausted, !isClaiming, queue.count - queueHead < settings.claimBatch / 2 {
                isClaiming = true
                effects.append(.claim(settings.claimBatch))
            }
            if let due = retries.map(\.due).min(), due > now { effects += wake(at: due) }
        }
        tally.inFlight = flights.count
        if isIdle {
            isFinished = true
            effects.append(.done)
        }
        return effects
    }

    private var isIdle: Bool {
        guard flights.isEmpty, !isClaiming, !isRemembering else { return false }
        return tally.stop != nil || (isExhausted && queueHead == queue.count && retries.isEmpty)
    }

    private func hasCandidate(at now: Timestamp) -> Bool {
        queueHead < queue.count || retries.contains { $0.due <= now }
    }

    private mutating func nextCandidate(at now: Timestamp) -> ItemRecord? {
        if let index = retries.indices.filter({ retries[$0].due <= now }).min(by: { retries[$0].due < retries[$1].due })
        {
            return retries.remove(at: index).record
        }
        guard queueHead < queue.count else { return nil }
        defer {
            queueHead += 1
            if queueHead > 1_024 {
                queue.removeFirst(queueHead)
                queueHead = 0
            }
        }
        return queue[queueHead]
    }

    private mutating func wake(at moment: Timestamp) -> [Effect] {
        if let nextWake, nextWake <= moment { return [] }
        nextWake = moment
        return [.wait(until: moment)]
    }

    private mutating func stop(_ reason: StopReason) {
        if tally.stop == nil { tally.stop = reason }
    }

    // MARK: Answers

    private mutating func begun(_ id: ServiceID, _ attempt: AttemptID, at now: Timestamp) -> [Effect] {
        guard let flight = flights[id] else { return [] }
        flights[id]?.attempt = attempt
        switch tally.stop {
        // The hour's last requests: they are paid for, and would count as spent whether sent or not.
        case nil, .quota?: return [.send(flight.record.item, attempt)]
        // Stopped while the row was being written: better not to send at all.
        default: return answered(id, Answer(.notSent, detail: "stopped before sending"), at: now)
        }
    }

    private mutating func answered(_ id: ServiceID, _ answer: Answer, at now: Timestamp) -> [Effect] {
        guard var flight = flights[id], let attempt = flight.attempt else { return [] }
        budget.ended(at: now)
        let outcome = decide(on: answer, &flight, at: now)
        flight.record.state = outcome.change.state
        flight.record.history.attempts += 1
        flight.next = outcome.next
        flights[id] = flight
        tally.note(outcome.change, of: flight.record.item)
        var effects: [Effect] = [
            .finish(AttemptEnd(attempt, finished: now, answer: answer, change: outcome.change))
        ]
        if answer.outcome == .throttled {
            isRemembering = true
            effects.append(.rememberBudget(pausedUntil: budget.pausedUntil, steadyUntil: budget.steadyUntil))
        }
        return effects
    }

    private mutating func decide(
        on answer: Answer,
        _ flight: inout Flight,
        at now: Timestamp
    ) -> (change: ItemChange, next: Flight.Next) {
        let item = flight.record.item
        // What an item goes back to when this attempt was certainly not applied.
        let asBefore = ItemChange(item.id, to: flight.record.history.ambiguous > 0 ? .unknown : .planned)
        if answer.outcome != .notSent, answer.outcome != .unknown { failuresInARow = 0 }
        switch answer.outcome {
        case .accepted:
            window.succeeded()
            budget.wasTaken()
            refusedTokens = 0
            return (ItemChange(item.id, to: .uploaded, proof: .response), .nothing)
        case .alreadyPresent:
            window.succeeded()
            let history = flight.record.history
            return (Evidence.whenPresent(item, history: history, adoptsFixed: settings.adoptsFixedIDs), .nothing)
        case .refused, .notFound:
            flight.record.history.refused += 1
            return (ItemChange(item.id, to: .refused, reason: answer.sentence), .nothing)
        case .throttled:
            tally.throttled += 1
            window.wasThrottled()
            budget.wasThrottled(retryAt: answer.retryAt, at: now)
            return (asBefore, .atOnce)
        case .capacityReached:
            stop(.capacity(answer))
            return (asBefore, .nothing)
        case .unauthorized:
            // The client signs a new token after the first refusal; a second one is final.
            refusedTokens += 1
            if refusedTokens > 1 { stop(.unauthorized(answer)) }
            return (asBefore, .atOnce)
        case .accessRefused:
            stop(.accessRefused(answer))
            return (asBefore, .nothing)
        case .notSent:
            return (asBefore, retry(flight.record, answer))
        case .unknown:
            flight.record.history.ambiguous += 1
            return (ItemChange(item.id, to: .unknown, reason: answer.sentence), retry(flight.record, answer))
        }
    }

    private mutating func retry(_ record: ItemRecord, _ answer: Answer) -> Flight.Next {
        failuresInARow += 1
        if failuresInARow >= settings.unreachableAfter { stop(.unreachable(answer)) }
        let tries = (triesInRun[record.item.id] ?? 0) + 1
        triesInRun[record.item.id] = tries
        guard tries < settings.triesPerItem else { return .nothing }
        return .after(settings.backoff.wait(after: tries, using: &random))
    }
    private var triesInRun: [ServiceID: Int] = [:]

    private mutating func recorded(_ id: ServiceID, at now: Timestamp) {
        guard let flight = flights.removeValue(forKey: id) else { return }
        switch flight.next {
        case .nothing: triesInRun[id] = nil
        case .atOnce: retries.append((now, flight.record))
        case .after(let wait): retries.append((now + wait, flight.record))
        }
    }
}
