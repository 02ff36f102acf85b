extension ServiceState {
    /// Answers a request, and applies its fault.
    ///
    /// - Parameters:
    ///   - operation: The requested operation.
    ///   - endpoint: The endpoint whose budget is charged.
    ///   - bundleID: The app of the request.
    ///   - arrival: The request's number and fault.
    ///   - now: The time of arrival, or a later one if a fault delays the request.
    /// - Returns: The answer, whether the request took effect, and how the answer is sent.
    package mutating func answer(
        _ operation: Operation,
        endpoint: Endpoint,
        bundleID: String,
        to arrival: Arrival,
        at now: Moment
    ) -> Outcome {
        settleLateEffects(until: now)
        let appEndpoint = AppEndpoint(bundleID: bundleID, endpoint: endpoint)
        if let storm = storm(over: appEndpoint, at: now) {
            return Outcome(.throttled(retryAfter: storm.form.headerValue(until: storm.until, now: now)))
        }
        let fault = arrival.fault?.fault
        if let fault, let early = strikeBefore(fault, operation, appEndpoint: appEndpoint, at: now) { return early }
        var outcome = perform(operation, endpoint: endpoint, bundleID: bundleID, at: now)
        if let fault, outcome.reply.status != 429 {
            strikeAfter(fault, operation, bundleID: bundleID, number: arrival.sequence, outcome: &outcome, at: now)
        }
        return outcome
    }

    /// The answer of a fault that prevents or delays the request's effect; `nil` for other faults.
    ///
    /// Only `500-before` and `commit-late` are charged to the budget.
    private mutating func strikeBefore(
        _ fault: Fault,
        _ operation: Operation,
        appEndpoint: AppEndpoint,
        at now: Moment
    ) -> Outcome? {
        switch fault {
        case .resetBefore: return Outcome(.undecided, delivery: .reset)
        case .unauthorized: return Outcome(.bare(401))
        case .redirect: return Outcome(.redirected)
        case .unknownCode: return Outcome(.refused(ServiceError(4_000_999, "Invalid request. Something is invalid.")))
        case .errorBefore:
            _ = spend(appEndpoint, at: now)
            return Outcome(.refused(.internalError))
        case .storm(let form, let length):
            let until = now + length
            beginStorm(over: appEndpoint, until: until, form: form)
            return Outcome(.throttled(retryAfter: form.headerValue(until: until, now: now)))
        case .cap:
            switch appEndpoint.endpoint {
            case .uploadMessage: return Outcome(.refused(.tooManyMessages))
            case .uploadImage: return Outcome(.refused(.tooManyImages))
            default: return nil
            }
        case .commitLate(let time):
            if let until = spend(appEndpoint, at: now) {
                return Outcome(.throttled(retryAfter: String(until.millisecondsRoundedUp)))
            }
            postpone(operation, bundleID: appEndpoint.bundleID, until: now + time)
            return Outcome(.undecided, delivery: .close, commitAt: now + time)
        default: return nil
        }
    }

    private mutating func strikeAfter(
        _ fault: Fault,
        _ operation: Operation,
        bundleID: String,
        number: Int,
        outcome: inout Outcome,
        at now: Moment
    ) {
        switch fault {
        case .dropAfterCommit: outcome.delivery = .close
        case .resetAfterCommit: outcome.delivery = .reset
        case .halfClose: outcome.delivery = .closeOutput
        case .goAway: outcome.delivery = .lastOnConnection
        case .errorAfter: outcome.reply = .refused(.internalError)
        case .delay(let time): outcome.delivery = .late(time)
        case .slowDrip(let time): outcome.delivery = .drip(time)
        case .truncatedJSON: outcome.delivery = .truncated
        case .oversizedJSON(let bytes): outcome.delivery = .oversized(bytes)
        case .upperCaseIdentifiers: outcome.delivery = .upperCase
        case .duplicate:
            // The proxy repeats the request, so the repetition is not charged to the client.
            outcome.reply = apply(operation, bundleID: bundleID, at: now).reply
        case .listStale(let time): outcome.reply = stale(outcome.reply, bundleID: bundleID, since: now - time)
        case .listOmit(let share): outcome.reply = thinned(outcome.reply, share: share, number: number)
        default: break
        }
    }

    /// A list without items uploaded since a given time; items deleted since then stay absent.
    private func stale(_ reply: Reply, bundleID: String, since: Moment) -> Reply {
        guard let app = apps[bundleID] else { return reply }
        switch reply {
        case .images(let images):
            return .images(images.filter { (app.images[$0.identifier]?.review.uploadedAt ?? since) <= since })
        case .messages(let messages):
            return .messages(messages.filter { (app.messages[$0.identifier]?.review.uploadedAt ?? since) <= since })
        default: return reply
        }
    }

    private func thinned(_ reply: Reply, share: Double, number: Int) -> Reply {
        let stays = { (identifier: Identifier) in
            SeededChoice(seed: faults.seed, UInt64(number), identifier.mixed).fraction >= share
        }
        switch reply {
        case .images(let images): return .images(images.filter { stays($0.identifier) })
        case .messages(let messages): return .messages(messages.filter { stays($0.identifier) })
        default: return reply
        }
    }
}
