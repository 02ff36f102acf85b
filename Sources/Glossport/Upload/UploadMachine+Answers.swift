import GlossportProject
import GlossportReading

/// The effects of an answer on its item and on the whole upload.
extension UploadMachine {
    // MARK: Before sending

    /// Sends the request of a durable attempt, unless there is now a reason to hold it back.
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
        gate.holdBack(&flight.candidate.request, at: now)
        flight.next = now
        let answer = Answer(.notSent, detail: reason.rawValue)
        return finish(id, flight, answer, asBefore(flight.candidate.record), at: now)
    }

    private mutating func reasonToHoldBack(_ flight: Flight, at now: Timestamp) -> RequestGate.HoldBack? {
        switch tally.stop {
        // An exhausted allowance stops only new requests. This one already has its token, which would be
        // spent for nothing.
        case .quota?, nil: break
        default: return .stopped
        }
        let reason = gate.reasonToHoldBack(flight.candidate.request, at: now)
        if reason == .stale { staleTokens += 1 }
        if staleTokens >= 32 {
            let remedy: String = "Put it on a local disk, and run the command again."
            stop(.journal(GlossportError(.journal, "The journal is too slow for uploads.", remedy: remedy)))
        }
        return reason
    }

    // MARK: After sending

    mutating func answered(_ id: ServiceID, _ answer: Answer, at now: Timestamp) -> [Effect] {
        guard var flight = flights[id], let sent = flight.sent, !flight.isAnswered else { return [] }
        var pause: Pause?
        switch gate.take(answer, of: &flight.candidate.request, sent: sent, at: now) {
        case .final: break
        case .again(let moment): flight.next = moment
        case .throttled(let asked, let isFirst):
            (pause, flight.next) = (asked, now)
            tally.throttled += 1
            if isFirst { window.recordThrottling() }
        case .unreachable: stop(.unreachable(answer))
        }
        let change = decide(on: answer, &flight)
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
        flight.isAnswered = true
        flight.outcome = ItemOutcome(change, of: flight.candidate.record.item, leftOpen: flight.leftOpen)
        flights[id] = flight
        tally.note(change, of: flight.candidate.record.item)
        return [.finish(AttemptEnd(attempt, finished: now, answer: answer, change: change, pause: pause))]
    }

    /// The item's state before this attempt, which certainly had no effect.
    private func asBefore(_ record: ItemRecord) -> ItemChange {
        ItemChange(record.item.id, to: record.history.ambiguous > 0 ? .unknown : .planned)
    }

    private mutating func decide(on answer: Answer, _ flight: inout Flight) -> ItemChange {
        let record = flight.candidate.record
        let item = record.item
        switch answer.outcome {
        case .accepted:
            window.recordSuccess()
            return ItemChange(item.id, to: .uploaded, proof: .response)
        case .alreadyPresent:
            window.recordSuccess()
            return Evidence.whenPresent(item, history: record.history, adoptsFixed: adoptsFixedIDs)
        case .refused:
            flight.candidate.record.history.refused += 1
            return ItemChange(item.id, to: .refused, reason: answer.explanation)
        // Probably not caused by the content: report it now, and send it again in the next import.
        case .refusedForNow, .notFound: return turnAway(&flight, answer, .refusedForNow)
        case .unreadable: return turnAway(&flight, answer, .unreadable)
        case .capacityReached:
            stop(.capacity(answer))
            return asBefore(record)
        case .unauthorized:
            if flight.next == nil { stop(.unauthorized(answer)) }
            return asBefore(record)
        case .accessRefused:
            stop(.accessRefused(answer))
            return asBefore(record)
        case .throttled, .notSent: return asBefore(record)
        case .unknown:
            flight.candidate.record.history.ambiguous += 1
            return ItemChange(item.id, to: .unknown, reason: answer.sentence)
        }
    }

    /// Gives up on an item for this run, and leaves it open for the next run.
    private mutating func turnAway(
        _ flight: inout Flight,
        _ answer: Answer,
        _ verdict: UploadTally.Failure.Verdict
    ) -> ItemChange {
        let record = flight.candidate.record
        var change = asBefore(record)
        change.reason = answer.explanation
        flight.leftOpen = verdict
        tally.turnAway(record.item, verdict, answer.explanation, isInDoubt: change.state == .unknown)
        return change
    }

    // MARK: Afterwards

    mutating func recorded(_ id: ServiceID, at now: Timestamp) {
        guard let flight = flights.removeValue(forKey: id) else { return }
        outcome = flight.outcome
        if let next = flight.next { retries.insert(flight.candidate, due: max(next, now)) }
    }
}
