/// The state of a message or an image in Apple's review.
package enum ReviewState: String, Sendable {
    /// Nobody has looked at it yet.
    case pending = "PENDING"
    /// It may be shown.
    case approved = "APPROVED"
    /// It may not be shown, yet remains listed.
    case rejected = "REJECTED"
}

/// The review of one upload: its verdict may be known already and yet lie in the future.
package struct Review: Hashable, Sendable {
    /// When the upload was accepted.
    package let uploadedAt: Moment
    /// The time of the verdict; `nil` if it is undecided.
    package private(set) var decidedAt: Moment?
    /// The verdict, valid from that time on.
    package private(set) var verdict: ReviewState

    /// Opens the review of an upload under the rules given.
    package init(of identifier: Identifier, at now: Moment, rules: Rules) {
        uploadedAt = now
        decidedAt = rules.approveAfter.map { now + $0 }
        let chance = SeededChoice(seed: rules.seed, identifier.mixed).fraction
        verdict = chance < rules.rejectRate ? .rejected : .approved
    }

    /// The state a list shows at a given time.
    package func state(at now: Moment) -> ReviewState {
        guard let decidedAt, decidedAt <= now else { return .pending }
        return verdict
    }

    /// Decides now.
    package mutating func decide(_ verdict: ReviewState, at now: Moment) {
        self.verdict = verdict
        decidedAt = now
    }
}
