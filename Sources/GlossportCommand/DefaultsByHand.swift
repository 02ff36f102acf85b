import GlossportChecking
import GlossportImporting
import GlossportReading
private import RetentionMessagingClient

/// Changes defaults by hand: shows old and new, asks in production, and says what became of each.
struct DefaultsByHand {
    let booked: BookedRun
    let isAgreed: Bool
    /// Whether what somebody else has set is changed, too; without it that is a conflict.
    let takesOver: Bool
    /// How many defaults may be replaced or deleted, if somebody has said it.
    let stated: Int?

    /// Makes changes.
    ///
    /// - Parameters:
    ///   - wishes: Slots, and what they are to hold.
    ///   - prepare: Called with the slots that will change, after the question and before the first request.
    /// - Returns: The exit code.
    /// - Throws: ``GlossportError`` of the journal or the service; `ExitStatus.interrupted` for a no.
    func apply(
        _ wishes: [DefaultChange.Wish],
        prepare: (Set<DefaultSlot>) async throws -> Void = { _ in }
    ) async throws -> ExitStatus {
        let change = DefaultChange(booked.service)
        let proposals = try await change.propose(wishes, takesOver: takesOver)
        try await show(proposals)
        guard !proposals.changes.isEmpty else {
            Output.line(proposals.conflicts.isEmpty ? "There is nothing to change." : "Nothing was changed.")
            Output.flush()
            return ExitStatus(proposals.outcome)
        }
        try confirm(proposals)
        try await prepare(Set(proposals.changes.map(\.wish.slot)))
        let outcome = try await change.apply(proposals) { wish, result in
            switch result {
            case .changed: Output.line(wish.id.map { "\(wish.slot): set to \($0)" } ?? "\(wish.slot): deleted")
            case .failed(let reason): Output.talk("\(wish.slot): \(reason)")
            }
        }
        Output.flush()
        return ExitStatus(outcome)
    }

    private func confirm(_ proposals: DefaultChange.Proposals) throws {
        let destination = booked.session.destination
        guard destination.environment == .production else { return }
        let text = "Change \(Plural.of(proposals.changes.count, "default")) of \(destination)?"
        guard proposals.isPermitted(stated: stated) else {
            return try Confirmation.askReplacing(proposals.replaced, of: proposals.live, text: text)
        }
        let question = Confirmation.Question(deed: "change what customers see", text: text)
        try Confirmation.ask(question, destination, agreed: isAgreed)
    }

    /// Old and new, in words.
    private func show(_ proposals: DefaultChange.Proposals) async throws {
        let all = proposals.changes + proposals.conflicts
        guard !all.isEmpty else { return }
        let ids = all.flatMap { [$0.present, $0.wish.id].compactMap(\.self) }
        let records = try await booked.journal.records(of: ids, at: booked.session.destination)
        func text(_ id: ServiceID?) -> String {
            guard let id else { return "nothing" }
            return records[id].map { "“\($0.item.texts?.header ?? $0.item.title)”" } ?? "\(id)"
        }
        var table = Table(["PRODUCT", "LOCALE", "NOW", "THEN"])
        func add(_ proposal: DefaultChange.Proposal, then: String) {
            let slot = proposal.wish.slot
            table.add([slot.product, slot.locale, text(proposal.present), then])
        }
        for change in proposals.changes { add(change, then: text(change.wish.id)) }
        for conflict in proposals.conflicts {
            add(conflict, then: "stays: this journal has not set it (--take-over changes it)")
        }
        for line in table.lines() { Output.talk(line) }
    }
}
