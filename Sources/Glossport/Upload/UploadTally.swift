import GlossportProject
package import GlossportReading

package struct UploadTally: Sendable {
    package var total: Int
    /// Items that the service answered with 200.
    package private(set) var uploaded = 0
    /// Items that an earlier attempt of this journal had uploaded.
    package private(set) var confirmed = 0
    /// Items that the service already held, and that no attempt in this journal can have uploaded.
    package private(set) var adopted = 0
    /// The first thousand failed items.
    package private(set) var failures: [Failure] = []
    package private(set) var refused = 0
    package private(set) var conflicts = 0
    /// Items that this run leaves open for the next run: refused for a temporary reason, or with an unreadable file.
    private(set) var turnedAway = 0
    /// Items that may or may not be at the service.
    package var unknown: Int { unknownItems.count }
    private var unknownItems: Set<ServiceID> = []
    package var requests = 0
    /// Answers with status 429.
    package var throttled = 0
    package var inFlight = 0
    /// The limit that delays the next request.
    ///
    /// ``waitsUntil`` is the end of the delay.
    package var bound = RequestBudget.Bound.connection
    package var waitsUntil: Timestamp?
    /// The time since which the service has been unreachable; `nil` while it answers.
    package var silentSince: Timestamp?
    package var stop: StopReason?

    package struct Failure: Sendable, Encodable {
        package var item: Item
        package var verdict: Verdict
        package var reason: String

        package enum Verdict: String, Sendable, Hashable, Encodable {
            /// The service will never accept this content.
            case refused
            /// The id is in use, possibly by another item.
            case conflict
            /// The service refused the item for a temporary reason; the next import tries again.
            case refusedForNow = "refused-for-now"
            /// The file is gone or has changed; the next import tries again.
            case unreadable
        }
    }

    package init(total: Int) { self.total = total }

    package var settled: Int { uploaded + confirmed + adopted + refused + conflicts + turnedAway }
    /// Items without a result: not sent yet, or returned to the queue.
    package var open: Int { total - settled - unknown }

    mutating func note(_ change: ItemChange, of item: Item) {
        unknownItems.remove(item.id)
        switch change.state {
        case .planned, .sending, .deleted: break
        case .unknown: unknownItems.insert(item.id)
        case .uploaded:
            switch change.proof {
            case .confirmed?: confirmed += 1
            case .adopted?, .listed?: adopted += 1
            case .response?, nil: uploaded += 1
            }
        case .refused:
            refused += 1
            keep(item, .refused, change.reason)
        case .conflict:
            conflicts += 1
            keep(item, .conflict, change.reason)
        }
    }

    /// Counts an item in an unknown state as confirmed, because the service's list contains it.
    mutating func settleFromList(_ id: ServiceID) {
        if unknownItems.remove(id) != nil { confirmed += 1 }
    }

    /// Counts an item that is left open for the next run.
    mutating func turnAway(_ item: Item, _ verdict: Failure.Verdict, _ reason: String, isInDoubt: Bool) {
        // An item that an earlier attempt may have uploaded counts as unknown instead.
        if !isInDoubt { turnedAway += 1 }
        keep(item, verdict, reason)
    }

    private mutating func keep(_ item: Item, _ verdict: Failure.Verdict, _ reason: String?) {
        guard failures.count < 1_000 else { return }
        failures.append(Failure(item: item, verdict: verdict, reason: reason ?? ""))
    }
}

/// The reason why an upload ended before every item was sent.
package enum StopReason: Sendable {
    case interrupted
    case deadline
    /// The allowance is used up, and the wait for more would exceed the user's limit.
    case quota(OutOfQuota)
    /// The app has reached the limit of 2,000 messages or 2,000 images.
    case capacity(Answer)
    case unauthorized(Answer)
    /// The account has no access, or another server answered in place of the service.
    case accessRefused(Answer)
    /// The service was unreachable for longer than the user permits, or only a person can fix the connection.
    case unreachable(Answer)
    /// The journal can't be written, or is too slow; without it, nothing is sent.
    case journal(GlossportError)
}

/// The result of an item, durable in the journal.
package struct ItemOutcome: Sendable {
    package var item: Item
    package var verdict: Verdict
    /// The reason, if the item failed or its state is unknown.
    package var reason: String?

    package enum Verdict: Sendable, Hashable {
        case uploaded(Proof)
        /// The service may or may not hold the item; the same run may find out.
        case unknown
        case failed(UploadTally.Failure.Verdict)
    }

    package init(item: Item, verdict: Verdict, reason: String? = nil) {
        self.item = item
        self.verdict = verdict
        self.reason = reason
    }

    /// Creates the result of an attempt; `nil` if the item only returns to its former state.
    ///
    /// The `verdict` is the reason why this run leaves the item open for the next run, if it does.
    init?(_ change: ItemChange, of item: Item, leftOpen verdict: UploadTally.Failure.Verdict?) {
        self.item = item
        reason = change.reason
        switch change.state {
        case .uploaded: self.verdict = .uploaded(change.proof ?? .response)
        case .refused: self.verdict = .failed(.refused)
        case .conflict: self.verdict = .failed(.conflict)
        case .unknown: self.verdict = .unknown
        case .planned, .sending, .deleted:
            guard let verdict else { return nil }
            self.verdict = .failed(verdict)
        }
    }
}

extension ItemOutcome: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var members: [String: (any Encodable)?] = ["item": item, "reason": reason]
        switch verdict {
        case .uploaded(let proof): (members["state"], members["proof"]) = (ItemState.uploaded, proof)
        case .unknown: members["state"] = ItemState.unknown
        case .failed(let verdict): members["state"] = verdict
        }
        try encoder.encode(members: members)
    }
}
