package import GlossportProject
import GlossportReading

/// Imports checked deliveries: plans, asks for confirmation, uploads the missing items, and sets the approved defaults.
///
/// An import can be killed at any moment; the same import then continues where it stopped.
public struct ImportMessages: UseCase {
    package let deliveries: CheckedDeliveries
    /// The reviews in the source environment, if the import is a promotion.
    package var source: FetchedReviews?
    /// The plan that the user agreed to; an import that differs from it is refused.
    package var agreed: SavedPlan?
    package var settling = Settler.Options()
    /// The longest time to wait for Apple's review; `nil` sets the approved defaults once, without waiting.
    package var waitForReview: Duration?
    /// The time between two checks of the reviews.
    package var reviewPause = Duration.seconds(30)
    /// The number of defaults that may be replaced in production, if the user stated one.
    package var replacements: Int?
    /// Whether to keep the defaults that the project no longer wants.
    package var keepsWithdrawn = false
    /// Whether to plan refused, conflicting and deleted items as if they had never been sent.
    package var retriesRefused = false
    /// Whether a pending review counts as success.
    package var pendingIsDone = false

    /// Creates an import with the settings of the deliveries' project.
    public init(_ deliveries: CheckedDeliveries) { self.deliveries = deliveries }

    /// Imports in a separate run.
    ///
    /// - Returns: The outcome; some items may not have been uploaded.
    /// - Throws: ``FailedRun`` with the error that ended the run, for example a ``Refusal``, or ``Declined`` before
    ///   anything was sent; other errors before the run began.
    public func run(in session: Session) async throws -> ImportOutcome { try await session.perform(self).output }

    package var command: RunCommand { .import }
    package var sources: [RunStart.Source] { get throws { try deliveries.sources } }

    private static let action = "change production"
    /// The age at which the plan's lists are too old for settling.
    ///
    /// Apple continues to review while a user decides and while quota is short.
    private static let maximumListAge = Duration.seconds(60)

    package func begin(_ conversation: any Conversation, at destination: Destination) throws {
        guard destination.environment == .production, agreed == nil else { return }
        try conversation.expect(Self.action)
    }

    package func perform(in run: Run) async throws -> ImportOutcome {
        let desired = try await desired(run)
        try await requireApproval(of: desired.items, run)
        if let source { try await requirePassed(desired.items, in: source, run) }
        // An addition is not withdrawn if the run keeps withdrawn defaults.
        try requireNoSetBack(desired.changes.setBacks.filter { !keepsWithdrawn || $0.reason != .added }, run)
        // The import begins here. If it ends early, other commands report the missing items.
        if agreed.map({ $0.environment == run.destination.environment }) ?? true {
            let delivered = desired.items.delivered(for: deliveries.project)
            try await run.journal.deliver(delivered, isWhole: deliveries.isWhole, in: run.id)
        }
        let retried = retriesRefused ? itemsToRetry(desired) : []
        let started = run.time.now
        let plan = try await plan(desired, forgetting: retried, run)
        // Forget earlier outcomes only after the user has confirmed the plan.
        if !retried.isEmpty { try await run.journal.forgetOutcomes(of: Array(retried), at: run.time.now, in: run.id) }
        let summary = try await upload(plan, desired, run)
        var outcome = ImportOutcome(
            summary,
            vanished: plan.vanished.count,
            elapsed: run.time.now - started,
            unshown: deliveries.project.unshown(among: desired.items.messages.map(\.message)),
            wantsDefaults: !desired.defaults.isEmpty
        )
        // A text that was not uploaded delays only its own message.
        if summary.outcome == .done || summary.permitsListing {
            let lists = plan.lists.without(summary.sent, before: run.time.now - Self.maximumListAge)
            await settle(desired, lists, run, &outcome)
        }
        outcome.status = outcome.status(pendingIsDone: pendingIsDone)
        return outcome
    }

    // MARK: Before anything is sent

    /// The desired state of the deliveries, and the journal's contents at the start of the run.
    private struct Desired {
        let known: JournalContents
        let items: DesiredItems
        let defaults: [DesiredDefault]
        let withdrawals: Withdrawals
        /// The changes of defaults, compared with the journal without asking the service.
        let changes: DefaultChanges
    }

    private func desired(_ run: Run) async throws -> Desired {
        let known = try await run.contents
        let items = deliveries.items(after: known)
        let defaults = try DesiredDefaults.of(items.messages, for: deliveries.project)
        let withdrawals = try await deliveries.withdrawals(items, after: known)
        let changes = try await DefaultChanges(defaults, withdrawing: withdrawals, of: items.items, after: known)
        return Desired(known: known, items: items, defaults: defaults, withdrawals: withdrawals, changes: changes)
    }

    private func requireApproval(of items: DesiredItems, _ run: Run) async throws {
        guard deliveries.project.requiresApproval else { return }
        let statuses = try await ApprovalStatus.wanted(items, in: run.journal, at: run.destination)
        let unapproved = statuses.filter(\.isUnapproved)
        guard unapproved.isEmpty else { throw Refusal(.unapproved(unapproved, at: run.destination)) }
    }

    /// Refuses set-backs in production, and reports them in the sandbox.
    ///
    /// An old checkout or a repeated pipeline wants texts that newer ones have replaced, and lacks newer additions.
    private func requireNoSetBack(_ setBacks: [SetBack], _ run: Run) throws {
        guard !setBacks.isEmpty, !settling.setsBack else { return }
        guard run.isProduction else { return run.report(ImportStep.settingBack(setBacks)) }
        throw Refusal(.setBack(setBacks))
    }

    /// Refuses a promotion of items that Apple has not approved in the source environment.
    ///
    /// Ids are derived from content, so an id denotes the same text or image in both environments. For an id that was
    /// chosen by hand, only the journal knows the text.
    private func requirePassed(_ items: DesiredItems, in source: FetchedReviews, _ run: Run) async throws {
        let destination = Destination(app: run.destination.app, environment: source.environment)
        let fixed = items.items.filter { $0.origin == .fixed }.map(\.id)
        let records = try await run.journal.records(of: fixed, at: destination)
        let missing = items.items.compactMap { item -> String? in
            guard let review = source.reviews[item.id] else { return "\(item.title): not listed" }
            guard item.origin == .derived || records[item.id]?.item.digest == item.digest else {
                return "\(item.title): not uploaded with this text"
            }
            return review == .approved ? nil : "\(item.title): \(review.rawValue)"
        }
        guard missing.isEmpty else {
            throw Refusal(.notPassed(source.environment), missing.map { "\($0) in \(source.environment.rawValue)" })
        }
    }

    /// The desired items that an import sends again only at the user's request.
    private func itemsToRetry(_ desired: Desired) -> Set<ServiceID> {
        let wanted = Set(desired.items.items.map(\.id))
        let retried = desired.known.records.filter { record in
            wanted.contains(record.item.id)
                && ([.refused, .conflict, .deleted].contains(record.state)
                    || record.item.origin == .fixed && desired.known.vanished.contains(record.item.id))
        }
        return Set(retried.map(\.item.id))
    }

    /// Creates the plan; throws if it differs from the agreed one, exceeds the capacity, or is declined by the user.
    private func plan(
        _ desired: Desired,
        forgetting retried: Set<ServiceID>,
        _ run: Run
    ) async throws -> DeliveryPlan {
        let plan: DeliveryPlan
        do {
            plan = try await Importer(run).plan(desired.items, after: desired.known, forgetting: retried)
        } catch let stopped as Stopped {
            run.report(ImportStep.planningStopped)
            throw stopped
        }
        let withdrawals = keepsWithdrawn ? Withdrawals() : desired.withdrawals
        if let agreed {
            let now = SavedPlan(plan, defaults: desired.defaults, withdrawn: withdrawals.removals, created: "")
            let drift = agreed.drift(to: now)
            guard drift.isEmpty else {
                let isElsewhere = agreed.environment != run.destination.environment
                throw Refusal(isElsewhere ? .otherEnvironment(agreed.environment) : .drift, drift)
            }
        } else if let full = plan.plans.first(where: { $0.count(.overCapacity) > 0 }) {
            // A user must decide which items to leave out.
            throw Refusal(.noRoom(full, promotes: source != nil))
        }
        try await confirm(plan, desired, withdrawals, run)
        run.report(ImportStep.planned(plan, defaults: desired.changes.rows.count + withdrawals.shown.count))
        return plan
    }

    /// Shows the changes to production, and asks for confirmation.
    private func confirm(_ plan: DeliveryPlan, _ desired: Desired, _ withdrawals: Withdrawals, _ run: Run) async throws
    {
        // A saved plan already lists each change.
        guard run.isProduction, agreed == nil else { return }
        // A user who has agreed in advance does not need the current defaults.
        let asked = run.conversation.agreesInAdvance ? nil : run
        let changes = try await DefaultChanges(
            desired.defaults,
            of: desired.items.messages,
            after: desired.known,
            asking: asked
        )
        let withdrawals =
            withdrawals.isEmpty
            ? withdrawals : try await deliveries.withdrawals(desired.items, after: desired.known, asking: asked)
        let removed = withdrawals.shown.count
        let known = ChangeLimit(of: desired.known.defaults, stated: replacements)
        let limit = ChangeLimit(live: max(changes.live, known.live), stated: replacements)
        // If the project names none of the removed messages, it may be another project that shares the journal.
        let isAll = removed > 0 && withdrawals.areAll(of: desired.known.defaults, in: run.project)
        let isPermitted = limit.permits(changes.replaced + removed, isWhole: isAll)
        guard !run.conversation.agreesInAdvance || !isPermitted else { return }
        let uploads = plan.plans.map { ($0.count(.upload), $0.kind.rawValue) }.filter { $0.0 > 0 }
        guard !uploads.isEmpty || !changes.rows.isEmpty || removed > 0 else { return }
        var proposal = ImportPlan(
            plan,
            of: desired.items,
            from: deliveries,
            defaults: desired.defaults,
            changes: changes,
            after: FormerMessages(desired.known.records)
        )
        proposal.withdrawals = withdrawals
        run.report(ImportStep.proposed(proposal))
        let parts =
            uploads.map { Plural.of($0.0, $0.1) }
            + (changes.rows.isEmpty ? [] : [Plural.of(changes.rows.count, "default")])
        let what =
            parts.count > 1 ? parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "") : parts.joined()
        let place = "PRODUCTION for \(run.destination.app)"
        let removal = Plural.of(removed, "withdrawn default")
        let text =
            parts.isEmpty
            ? "Remove \(removal) from \(place)?"
            : "Bring \(what) to \(place)\(removed > 0 ? ", and remove \(removal)" : "")?"
        let refusal = "Nothing was sent."
        try await run.conversation.confirm(
            isPermitted
                ? Question(.upload, action: Self.action, text: text, refusal: refusal)
                : .replacing(
                    changes.replaced,
                    removing: removed,
                    of: limit.live,
                    whose: isAll ? ", all of messages that this project does not name" : "",
                    .upload,
                    text: text,
                    refusal: refusal
                )
        )
    }

    // MARK: Sending

    private func upload(_ plan: DeliveryPlan, _ desired: Desired, _ run: Run) async throws -> ImportSummary {
        let (importer, journal) = (Importer(run), run.journal)
        try await importer.want(plan)
        let unexpected = Set(desired.defaults.map(\.slot.locale).filter { !run.project.names(locale: $0) })
        try await journal.desire(possibleDefaults(desired, plan, run), unexpected: unexpected, in: run.id)
        let withdrawn = desired.withdrawals.slots.map(\.slot)
        let withdrawal: DefaultRecord.Withdrawal = keepsWithdrawn ? .kept : .agreed
        try await journal.withdraw(withdrawn, withdrawal, isWhole: deliveries.isWhole, in: run.id)
        // From here on, the journal knows the whole desired state, however the run ends.
        let summary = try await importer.upload(plan, of: desired.items)
        run.report(ImportStep.uploaded)
        return summary
    }

    /// The desired defaults, without those that have to wait for items that can't be sent.
    ///
    /// Such an item is not in the journal, so settling would not wait for it. If all locales flip together, a message
    /// with such an item, or with an incomplete record, therefore keeps all its current defaults.
    private func possibleDefaults(_ desired: Desired, _ plan: DeliveryPlan, _ run: Run) -> [DesiredDefault] {
        let left = plan.messages.items.filter { [.conflict, .overCapacity].contains($0.action) }.map(\.item)
        let ids = Set(left.map(\.id))
        let split = Set(left.map(\.message) + desired.items.incompleteNames.map(\.message))
        let flipsTogether = run.project.flip == .allOrNothing
        return desired.defaults.filter { !ids.contains($0.item) && (!flipsTogether || !split.contains($0.message)) }
    }

    /// Sets the approved defaults.
    ///
    /// Even without desired defaults, this records Apple's reviews in the journal.
    ///
    /// The `lists` are the plan's lists, without those that are too old or that the uploads made outdated.
    private func settle(_ desired: Desired, _ lists: ServiceLists, _ run: Run, _ outcome: inout ImportOutcome) async {
        do {
            var work = SettleDefaults(settling, replacements: agreed == nil ? replacements : .max)
            // A partial delivery withdraws nothing.
            work.options.removesWithdrawn = deliveries.isWhole && !keepsWithdrawn
            // If the upload stopped early, another run continues it, so do not wait now.
            work.limit = outcome.summary.stop == nil ? waitForReview ?? .zero : .zero
            work.pause = reviewPause
            let summary = try await work.settle(in: run, knowing: lists)
            outcome.seen = summary.listing
            let isReported =
                summary.wantsDefaults || !summary.vanished.isEmpty || !summary.missing.isEmpty
                || !summary.unsent.isEmpty || !summary.rejected.isEmpty || !summary.withdrawn.isEmpty
            if isReported || waitForReview != nil { outcome.settled = summary }
        } catch
            where run.project.defaultProducts.isEmpty && desired.withdrawals.isEmpty && waitForReview == nil
            && (error as? GlossportError)?.isOfJournal != true
        {
            // Without defaults, the lists only refresh the journal, so their failure does not change the result.
        } catch {
            // Keep the error, so that the uploads are still reported.
            outcome.trouble = error
        }
    }
}

package enum ImportStep: ProgressEvent {
    /// The run was stopped during the requests for the service's lists.
    case planningStopped
    /// Sandbox defaults that return to texts that newer ones have replaced.
    case settingBack([SetBack])
    /// A plan to show before asking for confirmation.
    case proposed(ImportPlan)
    /// The uploads that follow, and the number of defaults that would change or be removed.
    case planned(DeliveryPlan, defaults: Int)
    case uploaded

    package var description: String {
        switch self {
        case .planningStopped: "stopped before anything was sent"
        case .settingBack(let setBacks): "\(setBacks.count) defaults set back"
        case .proposed(let plan): "proposed: \(plan.delivery.count(.upload)) to upload"
        case .planned(let plan, let defaults):
            "planned: \(plan.count(.upload)) to upload, \(defaults) defaults to change"
        case .uploaded: "uploads ended"
        }
    }
}
