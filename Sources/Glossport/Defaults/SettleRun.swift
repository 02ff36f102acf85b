/// Brings approved messages to the customers: one list call, then every default that can be set.
///
/// It ends at once, and may be called at any time: what it does is read anew from journal and service, and setting a
/// default again does no harm.
package struct SettleRun: Sendable {
    private let journal: any DefaultsJournal
    private let service: any DefaultsService
    private let time: any TimeSource
    private let destination: Destination
    private let budgets: [Endpoint: Int]
    private let listedMessages: Set<String>

    /// How many requests may be in flight.
    private static let width = 8
    /// Attempts at one default without a definite answer.
    private static let tries = 4

    /// - Parameters:
    ///   - journal: The durable record.
    ///   - service: Where to.
    ///   - time: When.
    ///   - destination: The app and its environment.
    ///   - budgets: Requests per hour that replace Apple's.
    ///   - listedMessages: The project file's messages; if there are any, the reviews of others concern nobody any more.
    package init(
        journal: any DefaultsJournal,
        service: any DefaultsService,
        time: any TimeSource,
        destination: Destination,
        budgets: [Endpoint: Int],
        listedMessages: Set<String> = []
    ) {
        self.journal = journal
        self.service = service
        self.time = time
        self.destination = destination
        self.budgets = budgets
        self.listedMessages = listedMessages
    }

    /// Asks for the reviews and sets what can be set.
    ///
    /// - Parameters:
    ///   - flip: When a changed message takes over.
    ///   - run: The run on which all is booked.
    ///   - maxWait: The longest wait for quota; `nil` waits for ever.
    /// - Returns: What came of it.
    /// - Throws: ``GlossportError`` of the journal, of a list that can't be had, or for a refused token; `CancellationError`.
    package func settle(
        flip: SettlePlan.Flip,
        in run: RunID,
        maxWait: Duration? = .seconds(900)
    ) async throws -> SettleSummary {
        var records = try await journal.allRecords(at: destination)
        // Apple has no images of ours to review if we sent none.
        let hasImages = records.contains { $0.item.kind == .image }
        for kind in hasImages ? [Item.Kind.image, .message] : [.message] {
            let list = ListCall(
                journal: journal,
                service: service,
                time: time,
                destination: destination,
                kind: kind,
                budgets: budgets
            )
            let listed = try await list.states(in: run, maxWait: maxWait)
            if try await settleUploads(listed, in: run) { records = try await journal.allRecords(at: destination) }
            try await journal.noteReviews(listed, at: time.now, in: run)
        }
        let plan = SettlePlan(
            defaults: try await journal.defaults(at: destination),
            records: records,
            reviews: try await journal.reviews(at: destination),
            flip: flip
        )
        var summary = SettleSummary(
            alreadySet: plan.settled,
            waiting: plan.waiting,
            pending: plan.pending.filter(isListed),
            rejected: plan.rejected.filter(isListed)
        )
        try await set(plan.changes, &summary, in: run, maxWait: maxWait)
        return summary
    }

    private func isListed(_ record: ItemRecord) -> Bool {
        listedMessages.isEmpty || listedMessages.contains(record.item.message)
    }

    /// An upload whose fate was unknown is there if the list shows it; absence proves nothing.
    ///
    /// - Returns: Whether there was one.
    private func settleUploads(_ listed: [ServiceID: ReviewState], in run: RunID) async throws -> Bool {
        let landed = try await journal.records(of: Array(listed.keys), at: destination).values
            .filter { $0.state.isOpen && $0.history.ambiguous > 0 }
        guard !landed.isEmpty else { return false }
        let changes = landed.map { ItemChange($0.item.id, to: .uploaded, proof: .listed) }
        try await journal.settle(changes, at: time.now, in: run)
        return true
    }

    private func set(
        _ changes: [DesiredDefault],
        _ summary: inout SettleSummary,
        in run: RunID,
        maxWait: Duration?
    ) async throws {
        guard !changes.isEmpty else { return }
        var calls = BookedCalls(
            journal: journal,
            time: time,
            destination: destination,
            endpoint: .configureDefault,
            budgets: budgets,
            maxWait: maxWait
        )
        // A few at a time: each is a round trip, and there may be thousands.
        var rest = changes.map { (change: $0, tries: 0) }[...]
        while !rest.isEmpty {
            let batch = rest.prefix(Self.width)
            guard try await calls.reserve(batch.count) else {
                summary.resumeAt = calls.resumeAt
                summary.waiting += rest.map { .init(desired: $0.change, reason: "the hour's quota is used up") }
                return
            }
            rest = rest.dropFirst(batch.count)
            let answers = try await withThrowingTaskGroup(of: (DesiredDefault, Int, Answer).self) { [calls] group in
                for (change, tries) in batch {
                    group.addTask { (change, tries + 1, try await setOne(change, calls, in: run)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            var again: [(DesiredDefault, Int)] = []
            for (change, tries, answer) in answers.sorted(by: { $0.0.slot < $1.0.slot })
            where try take(answer, of: change, tries: tries, &calls, &summary) {
                again.append((change, tries))
            }
            if let most = again.map(\.1).max() { try await time.sleep(until: time.now + .milliseconds(250 << most)) }
            rest += again
        }
    }

    private func setOne(_ change: DesiredDefault, _ calls: BookedCalls, in run: RunID) async throws -> Answer {
        let answer = try await calls.make(in: run) { await service.setDefault(change.slot, to: change.item) }
        if answer.outcome == .accepted {
            try await journal.noteDefault(change.slot, change.item, at: time.now, in: run)
        }
        return answer
    }

    /// Books an answer; says whether to try again.
    private func take(
        _ answer: Answer,
        of change: DesiredDefault,
        tries: Int,
        _ calls: inout BookedCalls,
        _ summary: inout SettleSummary
    ) throws -> Bool {
        switch (answer.outcome, answer.appleCode) {
        case (.accepted, _): summary.set.append(change)
        case (.throttled, _):
            // The next turn waits for the pause, or ends here if that is too long.
            calls.wasThrottled(answer)
            return true
        // The client signs a new token after the first refusal.
        case (.unauthorized, _) where tries == 1: return true
        case (.unknown, _) where tries < Self.tries, (.notSent, _) where tries < Self.tries: return true
        // The list was ahead of what decides here.
        case (_, 4_030_017?): summary.waiting.append(.init(desired: change, reason: "Apple has not approved it yet"))
        case (_, 4_030_018?):
            summary.waiting.append(.init(desired: change, reason: "Apple has not approved its image yet"))
        case (.unauthorized, _), (.accessRefused, _): throw ListCall.error(answer)
        default: summary.failed.append(.init(desired: change, reason: answer.explanation))
        }
        return false
    }
}
