package import GlossportProject
import GlossportReading

/// Brings checked deliveries to the service: plans, asks, uploads what is missing, and sets the defaults that are approved.
///
/// Killed at any instant, the same import goes on where it stopped.
public struct ImportMessages: UseCase {
    package let deliveries: CheckedDeliveries
    /// The reviews in the environment in which everything must have passed before, where the import is a promotion.
    package var source: FetchedReviews?
    /// The plan that was agreed to; any other is refused.
    package var agreed: SavedPlan?
    /// Whether texts that are not approved as they are are refused.
    package var requiresApproval: Bool
    /// Whether ids that the team has fixed may be taken for ours where they exist.
    package var adoptsFixedIDs: Bool
    /// How defaults are set.
    package var settling = SettleRun.Options()
    /// How long to wait for Apple's review; without it the defaults are set once, as far as they can be.
    package var waitForReview: Duration?
    /// How long to wait between two looks at the reviews.
    package var reviewPause = Duration.seconds(30)
    /// How many defaults may be replaced in production, if that was stated.
    package var replacements: Int?
    /// Whether customers keep the defaults that the project no longer wants.
    package var keepsWithdrawn = false
    /// Whether items that were refused, are in conflict or were deleted are planned as if they had never been sent.
    package var retriesRefused = false
    /// Whether a pending review is as good as done.
    package var pendingIsDone = false

    /// - Parameter deliveries: The deliveries to import, as their project asks for it.
    public init(_ deliveries: CheckedDeliveries) {
        self.deliveries = deliveries
        requiresApproval = deliveries.project.requiresApproval
        adoptsFixedIDs = deliveries.project.adoptsFixedIDs
    }

    /// Imports in a run of its own.
    ///
    /// - Returns: Its result; not everything need have been uploaded.
    /// - Throws: ``FailedRun`` for what ended it, such as a ``Refusal`` or a ``Declined`` question before anything was sent; other errors
    ///   before it began.
    public func run(in session: Session) async throws -> ImportOutcome { try await session.perform(self).output }

    package var command: RunCommand { .import }
    package var sources: [RunStart.Source] { get throws { try deliveries.sources } }

    private static let deed = "change production"
    /// The age at which the plan's lists no longer serve to settle: Apple goes on reviewing while a person thinks, and while quota is short.
    private static let patience = Duration.seconds(60)

    package func begin(_ conversation: any Conversation, at destination: Destination) throws {
        guard destination.environment == .production, agreed == nil else { return }
        try conversation.expect(Self.deed)
    }

    package func perform(in run: Run) async throws -> ImportOutcome {
        let desired = try await desired(run)
        try await requireApproval(of: desired.items, run)
        if let source { try await requirePassed(desired.items, in: source, run) }
        // Kept where it is, nothing that was added last is withdrawn.
        try requireNoSetBack(desired.changes.setBacks.filter { !keepsWithdrawn || $0.reason != .added }, run)
        // From here on it has begun: where it ends early, other commands say what is missing.
        if agreed.map({ $0.environment == run.destination.environment }) ?? true {
            let delivered = desired.items.delivered(for: deliveries.project)
            try await run.journal.deliver(delivered, isWhole: deliveries.isWhole, in: run.id)
        }
        let refused = retriesRefused ? refused(desired) : []
        let started = run.time.now
        let plan = try await plan(desired, forgetting: refused, run)
        // Only now is it agreed to.
        if !refused.isEmpty { try await run.journal.forgetOutcomes(of: Array(refused), at: run.time.now, in: run.id) }
        let summary = try await upload(plan, desired, run)
        var outcome = ImportOutcome(
            summary,
            vanished: plan.vanished.count,
            elapsed: run.time.now - started,
            unshown: deliveries.project.unshown(among: desired.items.messages.map(\.message)),
            wantsDefaults: !desired.defaults.isEmpty
        )
        // A text that was not uploaded holds back its own message only.
        if summary.outcome == .done || summary.permitsLook {
            let lists = plan.lists.without(summary.sent, before: run.time.now - Self.patience)
            await settle(desired, lists, run, &outcome)
        }
        outcome.status = outcome.status(pendingIsDone: pendingIsDone)
        return outcome
    }

    // MARK: Before anything is sent

    /// The desired state of the deliveries, and the contents of the journal when the run began.
    private struct Desired {
        let known: JournalContents
        let items: DesiredItems
        let defaults: [DesiredDefault]
        let withdrawals: Withdrawals
        /// As far as the journal knows.
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
        guard requiresApproval else { return }
        let standings = try await ApprovalStatus.wanted(items, in: run.journal, at: run.destination)
        let unapproved = standings.filter(\.isUnapproved)
        guard unapproved.isEmpty else { throw Refusal(.unapproved(unapproved, at: run.destination)) }
    }

    /// An old checkout, or a pipeline that is run again, wants what newer texts have replaced since, and lacks what was added.
    private func requireNoSetBack(_ setBacks: [SetBack], _ run: Run) throws {
        guard !setBacks.isEmpty, !settling.setsBack else { return }
        guard run.isProduction else { return run.report(ImportStep.settingBack(setBacks)) }
        throw Refusal(.setBack(setBacks))
    }

    /// Ids are derived from content, so the same id is the same text and the same image in both environments.
    ///
    /// Of an id that was chosen by hand, only the journal knows the text.
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

    /// The desired items that no import sends again by itself.
    private func refused(_ desired: Desired) -> Set<ServiceID> {
        let wanted = Set(desired.items.items.map(\.id))
        let refused = desired.known.records.filter { record in
            wanted.contains(record.item.id)
                && ([.refused, .conflict, .deleted].contains(record.state)
                    || record.item.origin == .fixed && desired.known.vanished.contains(record.item.id))
        }
        return Set(refused.map(\.item.id))
    }

    /// Plans, and makes sure that just this is wanted.
    private func plan(
        _ desired: Desired,
        forgetting refused: Set<ServiceID>,
        _ run: Run
    ) async throws -> DeliveryPlan {
        let plan: DeliveryPlan
        do {
            plan = try await ImportRun(run).plan(
                desired.items,
                after: desired.known,
                forgetting: refused,
                adoptsFixedIDs: adoptsFixedIDs
            )
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
            // Which part of it goes is for people to say.
            throw Refusal(.noRoom(full, promotes: source != nil))
        }
        try await confirm(plan, desired, withdrawals, run)
        run.report(ImportStep.planned(plan, defaults: desired.changes.rows.count + withdrawals.shown.count))
        return plan
    }

    /// Shows what would change in production, and asks.
    private func confirm(_ plan: DeliveryPlan, _ desired: Desired, _ withdrawals: Withdrawals, _ run: Run) async throws
    {
        // A saved plan names each change.
        guard run.isProduction, agreed == nil else { return }
        // A person who has agreed unseen need not be shown the present defaults.
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
        // Another project with the same journal names none of its messages.
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
        let deeds =
            uploads.map { Plural.of($0.0, $0.1) }
            + (changes.rows.isEmpty ? [] : [Plural.of(changes.rows.count, "default")])
        let what =
            deeds.count > 1 ? deeds.dropLast().joined(separator: ", ") + " and " + (deeds.last ?? "") : deeds.joined()
        let place = "PRODUCTION for \(run.destination.app)"
        let removal = Plural.of(removed, "withdrawn default")
        let text =
            deeds.isEmpty
            ? "Remove \(removal) from \(place)?"
            : "Bring \(what) to \(place)\(removed > 0 ? ", and remove \(removal)" : "")?"
        let refusal = "Nothing was sent."
        try await run.conversation.confirm(
            isPermitted
                ? Question(.upload, deed: Self.deed, text: text, refusal: refusal)
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

    private func upload(_ plan: DeliveryPlan, _ desired: Desired, _ run: Run) async throws -> RunSummary {
        let summary = try await ImportRun(run).upload(
            plan,
            of: desired.items,
            defaults: WantedDefaults(
                desired.defaults,
                unexpected: Set(desired.defaults.map(\.slot.locale).filter { !run.project.names(locale: $0) }),
                withdrawn: desired.withdrawals.slots.map(\.slot),
                keepsWithdrawn: keepsWithdrawn,
                isWhole: deliveries.isWhole,
                flipsTogether: (settling.flip ?? deliveries.project.flip) == .allOrNothing
            ),
            adoptsFixedIDs: adoptsFixedIDs,
            progress: { run.report($0) }
        )
        run.report(ImportStep.uploaded)
        return summary
    }

    /// Sets the defaults as far as they are approved; also without any, for then the journal knows what Apple has approved.
    ///
    /// - Parameters:
    ///   - desired: The desired state.
    ///   - lists: The plan's lists, as far as nothing that was sent has changed them since.
    ///   - run: The run at work.
    ///   - outcome: Takes the result.
    private func settle(_ desired: Desired, _ lists: ServiceLists, _ run: Run, _ outcome: inout ImportOutcome) async {
        do {
            var work = SettleDefaults(settling, replacements: agreed == nil ? replacements : .max)
            // A part of the deliveries withdraws nothing.
            work.options.removesWithdrawn = deliveries.isWhole && !keepsWithdrawn
            // Where quota or room is short, the upload goes on with another run.
            work.limit = outcome.summary.stop == nil ? waitForReview ?? .zero : .zero
            work.pause = reviewPause
            let summary = try await work.settle(in: run, knowing: lists)
            outcome.seen = summary.listing
            let isTold =
                summary.wantsDefaults || !summary.vanished.isEmpty || !summary.missing.isEmpty
                || !summary.unsent.isEmpty || !summary.rejected.isEmpty || !summary.withdrawn.isEmpty
            if isTold || waitForReview != nil { outcome.settled = summary }
        } catch
            where run.project.defaultProducts.isEmpty && desired.withdrawals.isEmpty && waitForReview == nil
            && (error as? GlossportError)?.isOfJournal != true
        {
            // This list only refreshes the journal; its failure does not change the result.
        } catch {
            // The uploads are reported all the same.
            outcome.trouble = error
        }
    }
}

/// The steps of an import.
package enum ImportStep: ProgressEvent {
    /// The run was stopped while the service was still asked what it holds.
    case planningStopped
    /// Defaults of the sandbox that go back to texts which newer ones have replaced.
    case settingBack([SetBack])
    /// A plan that a person has to see before answering.
    case proposed(ImportPlan)
    /// The uploads that follow, and the number of defaults that would change.
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
