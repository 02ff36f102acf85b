package import GlossportChecking
import GlossportProject
import GlossportReading

/// Finds messages and images that are no longer used, and deletes them after a confirmation.
public struct PruneService: UseCase {
    package let deliveries: CheckedDeliveries
    package var selection = Selection()
    /// Whether to delete the items; otherwise they are only proposed.
    package var deletes = false
    /// The number of messages that may be deleted, if the user stated one.
    package var deletions: Int?

    package init(_ deliveries: CheckedDeliveries) { self.deliveries = deliveries }

    package var command: RunCommand { .prune }

    package func perform(in run: Run) async throws -> Pruned {
        let known = try await run.contents
        let items = deliveries.items(after: known)
        let selection = try selection.validated(among: known.records, of: run.project)
        let pruner = Pruner(run)
        var (plan, inUse) = try await pruner.plan(
            wanted: Set(items.items.map(\.id)),
            names: Set(deliveries.catalog.records.map(\.message)),
            products: run.project.defaultProducts,
            deletes: deletes
        )
        plan.select(selection)
        // Only an import withdraws a default, because an old checkout lacks the defaults of newer checkouts.
        let withdrawals = known.withdrawals(by: run.project).part(selection)
        let kept = withdrawals.slots.filter { $0.present != nil || $0.withdrawal == nil }
        let proposal = PruneProposal(
            plan: plan,
            inUse: inUse,
            withdrawn: kept,
            records: known.records,
            names: known.names
        )
        run.report(proposal)
        guard !plan.isEmpty, try await isAgreed(plan, run) else { return Pruned(proposal) }
        return Pruned(proposal, summary: try await pruner.delete(plan))
    }

    private func isAgreed(_ plan: PrunePlan, _ run: Run) async throws -> Bool {
        // Vanished items are only marked as deleted in the journal.
        guard !plan.candidates.isEmpty else { return true }
        guard deletes else { return false }
        let items = Plural.of(plan.candidates.count, "item")
        guard plan.isPermitted(stated: deletions) else {
            let count = plan.count(.message)
            let suffix = plan.wholeMessages.isEmpty ? "" : "; \(Self.sentence(of: plan.wholeMessages))"
            let live = "the \(Plural.grouped(plan.live)) that the service holds"
            try await run.conversation.confirm(
                Question(
                    .deletion,
                    action: "delete \(Plural.of(count, "message")) of \(live)\(suffix)",
                    text: "Delete \(items) of \(run.destination)\(suffix)?",
                    refusal: "Nothing was deleted.",
                    number: count
                )
            )
            return true
        }
        do {
            let text = "Delete \(items) of \(run.destination)?"
            try await run.conversation.confirm(
                Question(.deletion, action: "delete \(items)", text: text, refusal: "Nothing was deleted.")
            )
            return true
        } catch is Declined {
            // The proposal is a useful result even if the user declines.
            return false
        }
    }

    /// A clause that names the messages that are no longer delivered in any locale.
    private static func sentence(of names: [String]) -> String {
        "the deliveries no longer contain anything of \(Plural.few(names, 3))"
    }
}

/// The result of pruning.
public struct Pruned: RunResult {
    package let proposal: PruneProposal
    /// The deletions; `nil` if nothing is unused, the run only proposes, or the user declined.
    package let summary: PruneSummary?

    package init(_ proposal: PruneProposal, summary: PruneSummary? = nil) {
        self.proposal = proposal
        self.summary = summary
    }

    /// The exit status of the run.
    public var status: ExitStatus {
        if let trouble = summary?.trouble { return ExitStatus(of: trouble) }
        return summary?.outcome ?? .done
    }
}
