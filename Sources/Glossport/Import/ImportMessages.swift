package import GlossportChecking
package import GlossportImporting
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
    package var requiresApproval = false
    /// Whether ids that the team has fixed may be taken for ours where they exist.
    package var adoptsFixedIDs = false
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
    /// Whether a pending review is as good as done.
    package var pendingIsDone = false

    /// - Parameter deliveries: The deliveries to import.
    public init(_ deliveries: CheckedDeliveries) { self.deliveries = deliveries }

    /// Imports in a run of its own.
    ///
    /// - Returns: Its result; not everything need have been uploaded.
    /// - Throws: ``FailedRun`` for what ended it, such as a ``Refusal`` or a ``Declined`` question before anything was sent; other errors
    ///   before it began.
    public func run(in session: Session) async throws -> ImportOutcome { try await session.perform(self).output }

    package var command: RunCommand { .import }
    package var sources: [RunStart.Source] { get throws { try deliveries.sources } }

    private static let deed = "change production"

    package func begin(_ conversation: any Conversation, at destination: Destination) throws {
        guard destination.environment == .production, agreed == nil else { return }
        try conversation.expect(Self.deed)
    }

    package func perform(in run: Run) async throws -> ImportOutcome {
        let items = try await deliveries.items(in: run.journal, at: run.destination)
        try await requireApproval(of: items, run)
        if let source { try await requirePassed(items, in: source, run) }
        let wanted = try DesiredDefaults.of(items.messages, for: deliveries.project)
        let withdrawals = try await deliveries.withdrawals(items, in: run.journal, at: run.destination)
        try await requireNoSetBack(wanted, withdrawals, items, run)
        // From here on it has begun: where it ends early, other commands say what is missing.
        if agreed.map({ $0.environment == run.destination.environment }) ?? true {
            let delivered = items.delivered(for: deliveries.project)
            try await run.journal.deliver(delivered, isWhole: deliveries.isWhole, in: run.booked.run)
        }
        let started = run.booked.time.now
        let plan = try await plan(items, wanted, keepsWithdrawn ? Withdrawals() : withdrawals, run)
        let summary = try await upload(plan, items, wanted, withdrawals, run)
        var outcome = ImportOutcome(
            summary,
            vanished: plan.vanished.count,
            elapsed: run.booked.time.now - started,
            unshown: deliveries.project.unshown(among: items.messages.map(\.message)),
            wantsDefaults: !wanted.isEmpty
        )
        // A text that was not uploaded holds back its own message only.
        if summary.outcome == .done || summary.permitsLook { await settle(withdrawals, run, &outcome) }
        outcome.status = outcome.status(pendingIsDone: pendingIsDone)
        return outcome
    }

    // MARK: Before anything is sent

    private func requireApproval(of items: DesiredItems, _ run: Run) async throws {
        guard requiresApproval else { return }
        let standings = try await ApprovalStatus.wanted(items, in: run.journal, at: run.destination)
        let unapproved = standings.filter(\.isUnapproved)
        guard unapproved.isEmpty else { throw Refusal(.unapproved(unapproved, at: run.destination)) }
    }

    /// An old checkout, or a pipeline that is run again, wants what newer texts have replaced since, and lacks what was added.
    private func requireNoSetBack(
        _ wanted: [DesiredDefault],
        _ withdrawals: Withdrawals,
        _ items: DesiredItems,
        _ run: Run
    ) async throws {
        let setBacks = try await DefaultChanges(
            wanted,
            withdrawing: withdrawals,
            of: items.items,
            in: run.journal,
            at: run.destination
        ).setBacks
        guard !setBacks.isEmpty, !settling.setsBack else { return }
        guard run.isProduction else { return run.report(.settingBack(setBacks)) }
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

    /// Plans, and makes sure that just this is wanted.
    private func plan(
        _ items: DesiredItems,
        _ wanted: [DesiredDefault],
        _ withdrawals: Withdrawals,
        _ run: Run
    ) async throws -> DeliveryPlan {
        let plan: DeliveryPlan
        do {
            plan = try await ImportRun(run.booked).plan(items, adoptsFixedIDs: adoptsFixedIDs)
        } catch let stopped as Stopped {
            run.report(.planningStopped)
            throw stopped
        }
        if let agreed {
            let now = SavedPlan(plan, defaults: wanted, withdrawn: withdrawals.removals, created: "")
            let drift = agreed.drift(to: now)
            guard drift.isEmpty else {
                let isElsewhere = agreed.environment != run.destination.environment
                throw Refusal(isElsewhere ? .otherEnvironment(agreed.environment) : .drift, drift)
            }
        } else if let full = plan.plans.first(where: { $0.count(.overCapacity) > 0 }) {
            // Which part of it goes is for people to say.
            throw Refusal(.noRoom(full, promotes: source != nil))
        }
        try await confirm(plan, wanted, withdrawals, items, run)
        let changes = try await DefaultChanges(wanted, of: [], in: run.journal, at: run.destination)
        run.report(.planned(plan, defaults: changes.rows.count + withdrawals.shown.count))
        return plan
    }

    /// Shows what would change in production, and asks.
    private func confirm(
        _ plan: DeliveryPlan,
        _ wanted: [DesiredDefault],
        _ withdrawals: Withdrawals,
        _ items: DesiredItems,
        _ run: Run
    ) async throws {
        // A saved plan names each change.
        guard run.isProduction, agreed == nil else { return }
        // A person who has agreed unseen need not be shown the present defaults.
        let service = run.conversation.agreesInAdvance ? nil : run.booked
        let changes = try await DefaultChanges(
            wanted,
            of: items.messages,
            in: run.journal,
            at: run.destination,
            asking: service
        )
        let withdrawals =
            withdrawals.isEmpty
            ? withdrawals
            : try await deliveries.withdrawals(items, in: run.journal, at: run.destination, asking: service)
        let removed = withdrawals.shown.count
        let defaults = try await run.journal.defaults(at: run.destination)
        let known = ChangeLimit(of: defaults, stated: replacements)
        let limit = ChangeLimit(live: max(changes.live, known.live), stated: replacements)
        // Another project with the same journal names none of its messages.
        let isAll = removed > 0 && withdrawals.areAll(of: defaults, in: run.project)
        let isPermitted = limit.permits(changes.replaced + removed, isWhole: isAll)
        guard !run.conversation.agreesInAdvance || !isPermitted else { return }
        let uploads = plan.plans.map { ($0.count(.upload), $0.kind.rawValue) }.filter { $0.0 > 0 }
        guard !uploads.isEmpty || !changes.rows.isEmpty || removed > 0 else { return }
        let former = FormerMessages(try await run.journal.allRecords(at: run.destination))
        var proposal = ImportPlan(plan, of: items, from: deliveries, defaults: wanted, changes: changes, after: former)
        proposal.withdrawals = withdrawals
        run.report(.proposed(proposal))
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

    private func upload(
        _ plan: DeliveryPlan,
        _ items: DesiredItems,
        _ wanted: [DesiredDefault],
        _ withdrawals: Withdrawals,
        _ run: Run
    ) async throws -> RunSummary {
        let summary = try await ImportRun(run.booked).upload(
            plan,
            of: items,
            defaults: WantedDefaults(
                wanted,
                unexpected: Set(wanted.map(\.slot.locale).filter { !run.project.names(locale: $0) }),
                withdrawn: withdrawals.slots.map(\.slot),
                keepsWithdrawn: keepsWithdrawn,
                isWhole: deliveries.isWhole,
                flipsTogether: settling.flip == .allOrNothing
            ),
            settings: UploadSettings(concurrency: run.concurrency, adoptsFixedIDs: adoptsFixedIDs),
            seed: run.nextSeed(),
            progress: { progress in
                switch progress {
                case .uploading(let machine): run.report(.uploading(machine))
                case .settled(let outcome): run.report(.settled(outcome))
                }
            }
        )
        run.report(.uploaded)
        return summary
    }

    /// Sets the defaults as far as they are approved; also without any, for then the journal knows what Apple has approved.
    private func settle(_ withdrawals: Withdrawals, _ run: Run, _ outcome: inout ImportOutcome) async {
        do {
            var work = SettleDefaults(settling, replacements: agreed == nil ? replacements : .max)
            // A part of the deliveries withdraws nothing.
            work.options.removesWithdrawn = deliveries.isWhole && !keepsWithdrawn
            // Where quota or room is short, the upload goes on with another run.
            work.limit = outcome.summary.stop == nil ? waitForReview ?? .zero : .zero
            work.pause = reviewPause
            let summary = try await work.settle(in: run)
            outcome.seen = summary.listing
            let isTold =
                summary.wantsDefaults || !summary.vanished.isEmpty || !summary.missing.isEmpty
                || !summary.unsent.isEmpty || !summary.rejected.isEmpty || !summary.withdrawn.isEmpty
            if isTold || waitForReview != nil { outcome.settled = summary }
        } catch
            where run.project.defaultProducts.isEmpty && withdrawals.isEmpty && waitForReview == nil
            && (error as? GlossportError)?.isOfJournal != true
        {
            // The list was for the journal's sake; everything that is wanted is done.
        } catch {
            // The uploads are reported all the same.
            outcome.trouble = error
        }
    }
}
