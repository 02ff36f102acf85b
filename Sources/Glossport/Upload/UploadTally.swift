import GlossportProject
package import GlossportReading

/// The count of an upload, while it runs and when it has ended.
package struct UploadTally: Sendable {
    /// Items to send.
    package var total: Int
    /// Answered with 200.
    package private(set) var uploaded = 0
    /// Found to have been uploaded by an earlier attempt of ours.
    package private(set) var confirmed = 0
    /// Found to be there already, from another machine or an older journal.
    package private(set) var adopted = 0
    /// Items that the service will never take, and those whose id is not certain to be ours; the first thousand.
    package private(set) var failures: [Failure] = []
    package private(set) var refused = 0
    package private(set) var conflicts = 0
    /// Items that this run leaves open for the next one: refused for a reason that can pass, or whose file can't be read.
    private(set) var turnedAway = 0
    /// Items of which it is not known whether they are there.
    package var unknown: Int { unknownItems.count }
    private var unknownItems: Set<ServiceID> = []
    /// Upload requests that were sent.
    package var requests = 0
    /// How often the service answered 429.
    package var throttled = 0
    package var inFlight = 0
    /// The limit that the next request waits for, and its end.
    package var bound = RequestBudget.Bound.connection
    package var waitsUntil: Timestamp?
    /// Since when nothing gets through; `nil` while the service answers.
    package var silentSince: Timestamp?
    /// Why it ended early.
    package var stop: StopReason?

    /// An item that failed for good.
    package struct Failure: Sendable, Encodable {
        package var item: Item
        package var verdict: Verdict
        package var reason: String

        /// Why it failed.
        package enum Verdict: String, Sendable, Hashable, Encodable {
            /// The service will never take this content.
            case refused
            /// The id is taken, and not certainly by this item.
            case conflict
            /// The service refused it for a reason that can pass; the next import tries again.
            case refusedForNow = "refused-for-now"
            /// Its file is gone, or is another one by now; the next import tries again.
            case unreadable
        }
    }

    package init(total: Int) { self.total = total }

    /// Items that need nothing more.
    package var settled: Int { uploaded + confirmed + adopted + refused + conflicts + turnedAway }
    /// Items without an answer: not sent yet, or sent and put back.
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

    /// The service's list shows an item whose fate was unknown.
    mutating func settleFromList(_ id: ServiceID) {
        if unknownItems.remove(id) != nil { confirmed += 1 }
    }

    /// Notes that an item is left open for the next run.
    mutating func turnAway(_ item: Item, _ verdict: Failure.Verdict, _ reason: String, isInDoubt: Bool) {
        // An item that may have been uploaded by an earlier attempt counts as unknown.
        if !isInDoubt { turnedAway += 1 }
        keep(item, verdict, reason)
    }

    private mutating func keep(_ item: Item, _ verdict: Failure.Verdict, _ reason: String?) {
        guard failures.count < 1_000 else { return }
        failures.append(Failure(item: item, verdict: verdict, reason: reason ?? ""))
    }
}

/// Why an upload ended before everything was sent.
package enum StopReason: Sendable {
    /// The user asked for it.
    case interrupted
    /// The time that the user gave is over.
    case deadline
    /// The allowance is used up, and waiting for it would take longer than the user allows.
    case quota(OutOfQuota)
    /// The app has reached its 2,000 messages.
    case capacity(Answer)
    /// The token is not accepted.
    case unauthorized(Answer)
    /// The account or the address has no access.
    case accessRefused(Answer)
    /// Several requests in a row did not even reach the service.
    case unreachable(Answer)
    /// The journal can't be written; nothing is sent without it.
    case journal(GlossportError)
}

/// The certain result of an item, durable in the journal.
package struct ItemOutcome: Sendable {
    package var item: Item
    package var verdict: Verdict
    /// Why, where it did not go well.
    package var reason: String?

    /// The kind of a result.
    package enum Verdict: Sendable, Hashable {
        case uploaded(Proof)
        /// It may or may not be there; the same run may find out.
        case unknown
        case failed(UploadTally.Failure.Verdict)
    }

    package init(item: Item, verdict: Verdict, reason: String? = nil) {
        self.item = item
        self.verdict = verdict
        self.reason = reason
    }

    /// The result of an attempt's end; `nil` if the item only returns to its former state.
    ///
    /// - Parameters:
    ///   - change: The item's new state.
    ///   - item: The item.
    ///   - verdict: Why this run leaves it open for the next one, if it does.
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
    private enum CodingKeys: CodingKey {
        case item, state, proof, reason
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(item, forKey: .item)
        switch verdict {
        case .uploaded(let proof):
            try container.encode(ItemState.uploaded, forKey: .state)
            try container.encode(proof, forKey: .proof)
        case .unknown: try container.encode(ItemState.unknown, forKey: .state)
        case .failed(let verdict): try container.encode(verdict, forKey: .state)
        }
        try container.encodeIfPresent(reason, forKey: .reason)
    }
}
