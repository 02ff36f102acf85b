import GlossportChecking
import GlossportReading

/// What an answer makes of its item, and of the upload as a whole.
extension UploadMachine {
    // MARK: Before sending

    /// The attempt's row is durable: the request may leave, unless something happened meanwhile.
    mutating func begun(_ id: ServiceID, _ attempt: AttemptID, at now: Timestamp) -> [Effect] {
        guard var flight = flights[id] else { return [] }
        flight.attempt = attempt
        guard let reason = reasonToHoldBack(flight, at: now) else {
            staleTokens = 0
            flight.sent = now
            tally.requests += 1
            flights[id] = flight
            return [.send(flight.candidate.record.item, attempt)]
        }
        let answer = Answer(.notSent, detail: reason)
        let change = asBefore(flight.candidate.record)
        flight.next = .again
        return finish(id, flight, answer, change, at: now)
    }

    private mutating func reasonToHoldBack(_ flight: Flight, at now: Timestamp) -> String? {
        switch tally.stop {
        // The allowance is used up for others; this one has its token, and giving it back would send nothing, run after run.
        case .quota?, nil: break
        default: return "stopped before sending"
        }
        if let pause = budget.pausedUntil, pause > now { return "the service asked to wait before it was sent" }
        if breaker.limit == 0 { return "the service could not be reached before it was sent" }
        guard now - flight.spent > RequestBudget.slotLifetime else { return nil }
        staleTokens += 1
        if staleTokens >= 32 {
            let remedy: Advice = "Put it on a disk of this machine, and run the command again."
            stop(.journal(GlossportError(.journal, "The journal is too slow to send by it.", remedy: remedy)))
        }
        return "the journal took too long before it was sent"
    }

    // MARK: After sending

    mutating func answered(_ id: ServiceID, _ answer: Answer, at now: Timestamp) -> [Effect] {
        guard var flight = flights[id], flight.sent != nil, !flight.isAnswered else { return [] }
        let change = decide(on: answer, &flight, at: now)
        let pause = answer.outcome == .throttled ? budget.pause : nil
        return finish(id, flight, answer, change, pause: pause, at: now)
    }

    private mutating func finish(
        _ id: ServiceID,
        _ flight: Flight,
        _ answer: Answer,
        _ change: ItemChange,
        pause: Pause? = nil,
        at now: Timestamp
    ) -> [Effect] {
        guard let attempt = flight.attempt else { return [] }
        var flight = flight
        budget.recordEnd(at: now)
        flight.isAnswered = true
        flight.outcome = ItemOutcome(change, of: flight.candidate.record.item, leftOpen: flight.leftOpen)
        flight.candidate.record.state = change.state
        flight.candidate.record.history.attempts += 1
        flights[id] = flight
        tally.note(change, of: flight.candidate.record.item)
        return [.finish(AttemptEnd(attempt, finished: now, answer: answer, change: change, pause: pause))]
    }

    /// What an item goes back to when this attempt was certainly not applied.
    private func asBefore(_ record: ItemRecord) -> ItemChange {
        ItemChange(record.item.id, to: record.history.ambiguous > 0 ? .unknown : .planned)
    }

    private mutating func decide(on answer: Answer, _ flight: inout Flight, at now: Timestamp) -> ItemChange {
        let record = flight.candidate.record
        let item = record.item
        noteReachability(answer, flight, at: now)
        switch answer.outcome {
        case .accepted:
            recordTaking(at: now)
            return ItemChange(item.id, to: .uploaded, proof: .response)
        case .alreadyPresent:
            recordTaking(at: now)
            return Evidence.whenPresent(item, history: record.history, adoptsFixed: settings.adoptsFixedIDs)
        case .refused:
            recordTaking(at: now, grows: false)
            flight.candidate.record.history.refused += 1
            return ItemChange(item.id, to: .refused, reason: answer.explanation.description)
        case .refusedForNow, .notFound:
            // Not the content's fault, as far as anybody knows: shown now, and sent again by the next import.
            recordTaking(at: now, grows: false)
            return turnAway(&flight, answer, .refusedForNow)
        case .unreadable: return turnAway(&flight, answer, .unreadable)
        case .throttled:
            tally.throttled += 1
            // Not all at once when the pause is over: other machines may be waiting for the same moment.
            let jitter = Duration.nanoseconds(Int64.random(in: 0...1_000_000_000, using: &random))
            let retryAt = answer.retryAt.map { $0 + jitter }
            if budget.recordThrottling(retryAt: retryAt, sent: flight.spent, at: now) { window.recordThrottling() }
            flight.next = .again
            return asBefore(record)
        case .capacityReached:
            stop(.capacity(answer))
            return asBefore(record)
        case .unauthorized:
            // The client signs a new token after a refusal; whoever left before that carried the old one.
            if let refused = tokenRefused, let sent = flight.sent, sent >= refused { stop(.unauthorized(answer)) }
            tokenRefused = tokenRefused ?? now
            flight.next = .again
            return asBefore(record)
        case .accessRefused:
            stop(.accessRefused(answer))
            return asBefore(record)
        case .notSent:
            retryLater(&flight)
            return asBefore(record)
        case .unknown:
            flight.candidate.record.history.ambiguous += 1
            flight.candidate.doubts += 1
            retryLater(&flight)
            return ItemChange(item.id, to: .unknown, reason: answer.sentence)
        }
    }

    /// Notes that the service dealt with a request.
    private mutating func recordTaking(at now: Timestamp, grows: Bool = true) {
        budget.recordSuccess()
        progress = now
        guard grows else { return }
        window.recordSuccess()
        retryBudget.recordSuccess()
    }

    /// Ends an item for this run, and leaves it open for the next one.
    private mutating func turnAway(
        _ flight: inout Flight,
        _ answer: Answer,
        _ verdict: UploadTally.Failure.Verdict
    ) -> ItemChange {
        let record = flight.candidate.record
        var change = asBefore(record)
        change.reason = answer.explanation.description
        flight.leftOpen = verdict
        tally.turnAway(record.item, verdict, answer.explanation, isInDoubt: change.state == .unknown)
        return change
    }

    private mutating func noteReachability(_ answer: Answer, _ flight: Flight, at now: Timestamp) {
        switch answer.outcome {
        case .notSent, .unknown: noteFailure(answer, sent: flight.sent ?? flight.spent, at: now)
        // Our own disk's fault says nothing about the service.
        case .unreadable: break
        default:
            breaker.recordAnswer()
            if answer.outcome != .unauthorized, let refused = tokenRefused, let sent = flight.sent, sent >= refused {
                tokenRefused = nil
            }
        }
    }

    private mutating func noteFailure(_ answer: Answer, sent: Timestamp, at now: Timestamp) {
        breaker.recordFailure(sent: sent, at: now, using: &random)
        if let limit = settings.patience.outageLimit, let since = breaker.openSince, now - since >= limit {
            stop(.unreachable(answer))
        }
    }

    mutating func probed(_ answer: Answer, at now: Timestamp) {
        switch answer.outcome {
        case .notSent, .unknown: noteFailure(answer, sent: now, at: now)
        default:
            breaker.recordProbeAnswer()
            retryBudget.refill()
        }
    }

    /// Transient trouble: a retry after a random wait; a message that meets it again and again is left for the next run.
    private mutating func retryLater(_ flight: inout Flight) {
        flight.candidate.failures += 1
        guard flight.candidate.doubts < settings.patience.tries else { return }
        flight.next = .after(settings.patience.backoff.wait(after: flight.candidate.failures, using: &random))
    }

    // MARK: Afterwards

    mutating func recorded(_ id: ServiceID, at now: Timestamp) {
        guard let flight = flights.removeValue(forKey: id) else { return }
        outcome = flight.outcome
        switch flight.next {
        case .nothing: break
        case .again: retries.insert(flight.candidate, due: now, counts: false)
        case .after(let wait): retries.insert(flight.candidate, due: now + wait, counts: true)
        }
    }
}
