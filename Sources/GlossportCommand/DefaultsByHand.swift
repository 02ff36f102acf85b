import GlossportChecking
import GlossportImporting
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
        var proposals = try await change.propose(wishes)
        let foreign = proposals.filter { !$0.isOurs }
        if !takesOver { proposals.removeAll { !$0.isOurs } }
        try await show(proposals + (takesOver ? [] : foreign))
        guard !proposals.isEmpty else {
            Output.line(foreign.isEmpty ? "There is nothing to change." : "Nothing was changed.")
            Output.flush()
            return foreign.isEmpty ? .done : .conflict
        }
        try await confirm(proposals)
        try await prepare(Set(proposals.map(\.wish.slot)))
        var failures = 0
        for proposal in proposals {
            let slot = proposal.wish.slot
            switch try await change.apply(proposal.wish) {
            case .changed: Output.line(proposal.wish.id.map { "\(slot): set to \($0)" } ?? "\(slot): deleted")
            case .failed(let reason):
                failures += 1
                Output.talk("\(slot): \(reason)")
            }
        }
        Output.flush()
        if failures > 0 { return .partial }
        return takesOver || foreign.isEmpty ? .done : .conflict
    }

    private func confirm(_ proposals: [DefaultChange.Proposal]) async throws {
        let destination = booked.session.destination
        let text = "Change \(Plural.of(proposals.count, "default")) of \(destination)?"
        guard destination.environment == .production else { return }
        let replaced = proposals.count { $0.present != nil }
        let budget = DamageBudget(of: try await booked.journal.defaults(at: destination), stated: stated)
        guard budget.permits(replaced) else {
            return try Confirmation.askReplacing(replaced, of: budget.live, text: text)
        }
        let question = Confirmation.Question(deed: "change what customers see", text: text)
        try Confirmation.ask(question, destination, agreed: isAgreed)
    }

    /// Old and new, in words.
    private func show(_ proposals: [DefaultChange.Proposal]) async throws {
        guard !proposals.isEmpty else { return }
        let ids = proposals.flatMap { [$0.present, $0.wish.id].compactMap(\.self) }
        let records = try await booked.journal.records(of: ids, at: booked.session.destination)
        func text(_ id: ServiceID?) -> String {
            guard let id else { return "nothing" }
            return records[id].map { "“\($0.item.texts?.header ?? $0.item.title)”" } ?? "\(id)"
        }
        var table = Table(["PRODUCT", "LOCALE", "NOW", "THEN"])
        for proposal in proposals {
            let stays = !proposal.isOurs && !takesOver
            table.add([
                proposal.wish.slot.product, proposal.wish.slot.locale, text(proposal.present),
                stays ? "stays: this journal has not set it (--take-over changes it)" : text(proposal.wish.id),
            ])
        }
        for line in table.lines() { Output.talk(line) }
    }
}
