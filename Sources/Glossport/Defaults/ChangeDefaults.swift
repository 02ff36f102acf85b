package import GlossportProject
import GlossportReading

/// Changes defaults by hand: sets slots, empties them, or rolls the last change back.
public struct ChangeDefaults: UseCase {
    package let goal: Goal
    /// Whether to change defaults that were set by others; otherwise these are conflicts.
    package var takesOver: Bool
    /// The number of defaults that may be replaced or deleted in production, if the user stated one.
    package var replacements: Int?

    package enum Goal: Sendable {
        /// Sets each slot to the given message, or empties it.
        case slots([DefaultChange.DesiredChange])
        /// Empties the matching slots that show a default, according to the journal.
        case removal(isMeant: @Sendable (DefaultRecord) -> Bool)
        /// Restores the messages that the matching slots held before the newest import or settle that is not undone
        /// yet.
        case rollback(emptiesSlots: Bool, isMeant: @Sendable (DefaultRecord) -> Bool)
    }

    package init(_ goal: Goal, takesOver: Bool) {
        self.goal = goal
        self.takesOver = takesOver
    }

    package var command: RunCommand { .changeDefaults }

    private static let action = "change what customers see"

    package func begin(_ conversation: any Conversation, at destination: Destination) throws {
        guard destination.environment == .production else { return }
        try conversation.expect(Self.action)
    }

    package func perform(in run: Run) async throws -> ChangedDefaults {
        switch goal {
        case .slots(let changes): return try await apply(changes, run) { _ in }
        case .removal(let isMeant):
            let shown = try await run.journal.read(at: run.destination) { $0.defaults }
                .filter { $0.present != nil && isMeant($0) }
            guard !shown.isEmpty else {
                throw GlossportError(
                    .invalidOption,
                    "The journal knows of no such default that customers see.",
                    remedy: """
                        `glossport defaults list` lists all defaults; --product and --locale together name one that is not listed.
                        """
                )
            }
            return try await apply(shown.map { DefaultChange.DesiredChange($0.slot, nil) }, run) { _ in }
        case .rollback(let emptiesSlots, let isMeant):
            let defaults = try await run.journal.read(at: run.destination) { $0.defaults }
            let former = try await run.journal.records(of: defaults.compactMap(\.previous), at: run.destination)
            let rollback = Rollback(
                defaults,
                // A message that the journal does not know counts as deleted, because it may belong to another tool.
                deleted: Set(defaults.compactMap(\.previous)).filter { former[$0]?.state ?? .deleted == .deleted },
                emptiesSlots: emptiesSlots,
                where: isMeant
            )
            let changed = try await apply(rollback.changes, run) { slots in
                // Record the rollback before any default changes; otherwise the next settle could set the newer
                // messages again.
                try await rollback.keep(slots, in: run.journal, run.id)
            }
            return report(rollback.lost, among: former, in: changed, run)
        }
    }

    /// Reports the slots whose previous default cannot be restored.
    private func report(
        _ lost: [DefaultRecord],
        among former: [ServiceID: ItemRecord],
        in changed: ChangedDefaults,
        _ run: Run
    ) -> ChangedDefaults {
        for record in lost {
            let isOurs = record.previous.map { former[$0] != nil } ?? false
            let reason =
                isOurs
                ? "Not changed. The former text was deleted; deliver it again and run `glossport import`."
                : "Not changed. The former message is another tool's; `glossport defaults set` sets it."
            run.report(
                DefaultChange.Step.changed(DefaultChange.DesiredChange(record.slot, record.previous), .failed(reason))
            )
        }
        guard !lost.isEmpty, changed.status == .done else { return changed }
        return ChangedDefaults(proposals: changed.proposals, status: .partial)
    }

    private func apply(
        _ changes: [DefaultChange.DesiredChange],
        _ run: Run,
        prepare: (Set<DefaultSlot>) async throws -> Void
    ) async throws -> ChangedDefaults {
        let change = DefaultChange(run)
        let proposals = try await change.propose(changes, takesOver: takesOver)
        let ids = (proposals.changes + proposals.conflicts).flatMap { [$0.present, $0.desired.id].compactMap(\.self) }
        run.report(DefaultChange.Step.changing(proposals, try await run.journal.records(of: ids, at: run.destination)))
        for (desired, answer) in proposals.unread.sorted(by: { $0.key.slot < $1.key.slot }) {
            run.report(
                DefaultChange.Step.changed(
                    desired,
                    .failed("Not changed. The present default could not be read: \(answer)")
                )
            )
        }
        guard !proposals.changes.isEmpty else {
            return ChangedDefaults(proposals: proposals, status: proposals.outcome)
        }
        if run.isProduction { try await run.conversation.confirm(question(proposals, at: run.destination)) }
        try await prepare(Set(proposals.changes.map(\.desired.slot)))
        let outcome = try await change.apply(proposals) { run.report(DefaultChange.Step.changed($0, $1)) }
        return ChangedDefaults(proposals: proposals, status: outcome)
    }

    private func question(_ proposals: DefaultChange.Proposals, at destination: Destination) -> Question {
        let text = "Change \(Plural.of(proposals.changes.count, "default")) of \(destination)?"
        return proposals.isPermitted(stated: replacements)
            ? Question(.defaults, action: Self.action, text: text)
            : .replacing(proposals.replaced, of: proposals.live, text: text)
    }
}

/// The result of changing defaults by hand.
public struct ChangedDefaults: RunResult {
    package let proposals: DefaultChange.Proposals
    /// The exit status of the run.
    public let status: ExitStatus
}
