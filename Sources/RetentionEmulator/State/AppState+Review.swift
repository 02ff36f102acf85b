extension AppState {
    /// The number of pending messages and images and of running performance tests.
    func pending(at now: Moment) -> Int {
        let isPending = { (review: Review) in review.state(at: now) == .pending }
        return messages.values.count { isPending($0.review) } + images.values.count { isPending($0.review) }
            + performanceTests.values.count { $0.ends > now }
    }

    /// Decides the review of messages and images.
    ///
    /// - Parameters:
    ///   - verdict: Approved or rejected.
    ///   - identifiers: The items to decide, in any state; `nil` means all pending items.
    ///   - now: The time of the decision.
    /// - Returns: The number of decided items.
    package mutating func decide(_ verdict: ReviewState, only identifiers: Set<Identifier>?, at now: Moment) -> Int {
        let isMeant = { (identifier: Identifier, review: Review) in
            identifiers.map { $0.contains(identifier) } ?? (review.state(at: now) == .pending)
        }
        var decided = 0
        for (identifier, image) in images where isMeant(identifier, image.review) {
            images[identifier]?.review.decide(verdict, at: now)
            decided += 1
        }
        for (identifier, message) in messages where isMeant(identifier, message.review) {
            messages[identifier]?.review.decide(verdict, at: now)
            decided += 1
        }
        return decided
    }
}
