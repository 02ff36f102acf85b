/// The state of a message or an image in Apple's review.
package enum ReviewState: String, Sendable {
    /// Not reviewed yet.
    case pending = "PENDING"
    /// It may be shown.
    case approved = "APPROVED"
    /// It may not be shown, but remains listed.
    case rejected = "REJECTED"
}

/// The review of one upload; its verdict may already be determined, but take effect later.
package struct Review: Hashable, Sendable {
    package let uploadedAt: Moment
    /// The time of the verdict; `nil` if it is undecided.
    package private(set) var decidedAt: Moment?
    /// The verdict, valid from ``decidedAt``.
    package private(set) var verdict: ReviewState

    /// Starts the review of an upload according to the rules.
    package init(of identifier: Identifier, at now: Moment, rules: Rules) {
        uploadedAt = now
        decidedAt = rules.approveAfter.map { now + $0 }
        let chance = SeededChoice(seed: rules.seed, identifier.mixed).fraction
        verdict = chance < rules.rejectRate ? .rejected : .approved
    }

    /// The state that a list contains at a given time.
    package func state(at now: Moment) -> ReviewState {
        guard let decidedAt, decidedAt <= now else { return .pending }
        return verdict
    }

    /// Decides the review immediately.
    package mutating func decide(_ verdict: ReviewState, at now: Moment) {
        self.verdict = verdict
        decidedAt = now
    }
}
