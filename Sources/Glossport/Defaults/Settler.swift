package import GlossportChecking
import GlossportProject
import GlossportReading

/// Sets approved messages as defaults: fetches a list of each kind, then sets every default that can be set.
///
/// A call waits for reviews only if it has a time limit. It may be repeated at any time: its work is derived from the
/// journal and the service, and setting a default twice does no harm. Each default is read before it is replaced, and a
/// default that was set by others stays unless the options take it over.
package struct Settler: Sendable {
    let run: Run

    /// The age that is added to slots that a late request may still change, so that they are read sooner.
    ///
    /// It is small enough that other slots don't go unread for a day.
    private static let headStart = Duration.seconds(3_600)

    package struct Options: Sendable, Hashable {
        /// Whether to replace defaults that were set by others.
        package var takesOver: Bool
        /// Whether production may return to texts that newer ones have replaced; the sandbox always may.
        package var setsBack: Bool
        /// Whether to read slots that should already be correct, as far as the allowance permits.
        package var verifies: Bool
        /// Whether to remove defaults that the project no longer wants, if a user agreed to their removal in an import.
        package var removesWithdrawn: Bool
        /// The selected slots; other slots are neither set nor reported.
        ///
        /// The rule for switching to a message still applies to all its locales.
        package var selection: Selection

        package init(
            takesOver: Bool = false,
            setsBack: Bool = false,
            verifies: Bool = true,
            removesWithdrawn: Bool = true,
            selection: Selection = Selection()
        ) {
            self.takesOver = takesOver
            self.setsBack = setsBack
            self.verifies = verifies
            self.removesWithdrawn = removesWithdrawn
            self.selection = selection
        }
    }

    package init(_ run: Run) { self.run = run }

    /// Fetches the reviews and sets the defaults that can be set.
    ///
    /// - Throws: ``GlossportError`` from the journal, for a list that could not be fetched, or for a refused token;
    ///   ``OutOfQuota`` and ``Stopped`` before the lists are complete; `CancellationError`.
    package func settle(_ options: Options = Options()) async throws -> SettleSummary {
        try await settle(options, ServiceLists(), takingOver: nil)
    }

    /// Settles with lists that may have been fetched before.
    ///
    /// Defaults that were set by others are replaced only in the `permitted` slots; `nil` permits all slots.
    private func settle(
        _ options: Options,
        _ lists: ServiceLists,
        takingOver permitted: Set<DefaultSlot>?
    ) async throws -> SettleSummary {
        let snapshot = try await snapshot(options, lists)
        var summary = summary(snapshot, options)
        let verified = try await slotsToVerify(snapshot, options)
        summary.alreadySet = snapshot.plan.settled.count - verified.count
        let slots = Dictionary(snapshot.known.defaults.map { ($0.slot, $0) }) { first, _ in first }
        let items = Dictionary(snapshot.known.records.map { ($0.item.id, $0.item) }) { first, _ in first }
        try await remove(snapshot.withdrawals.part(options.selection), options, slots, items, &summary)
        let foreign = snapshot.known.foreignTexts
        let all = inOrder(snapshot.plan.changes, snapshot.known.defaults) + verified
        let setsBack = options.setsBack || !run.isProduction
        try await processSlots(all, verified: Set(verified.map(\.slot)), &summary) { desired in
            let record = slots[desired.slot] ?? DefaultRecord(slot: desired.slot)
            let takesOver = options.takesOver && permitted?.contains(desired.slot) != false
            return try await apply(
                desired,
                record,
                items,
                takesOver: takesOver,
                setsBack: setsBack,
                isBehind: foreign.contains(desired.item),
                snapshot.plan.obstacles[desired.slot]
            )
        }
        if !summary.conflicts.isEmpty { summary.names = snapshot.known.names }
        return summary
    }

    /// The journal and the service at one moment, and the resulting plan.
    private struct Snapshot {
        /// Without deliveries of messages that the project no longer names.
        var known: JournalContents
        var listing: ServiceListing
        var withdrawals: Withdrawals
        var plan: SettlePlan
    }

    /// Fetches the lists that are not given, and computes the plan.
    private func snapshot(_ options: Options, _ lists: ServiceLists) async throws -> Snapshot {
        let kinds = try await run.journal.listedKinds(at: run.destination)
        let lists = try await run.reviews(of: kinds, besides: lists)
        try await settleUploads(lists)
        let project = run.project
        // Messages that the project no longer names have no desired defaults.
        let known = try await run.contents.named(by: project)
        let withdrawals = known.withdrawals(by: project)
        let withdrawn = withdrawals.defaultSlots
        let owners = project.defaultOwners
        let plan = SettlePlan(
            defaults: known.defaults.filter { !withdrawn.contains($0.slot) }.map { $0.wanted(by: owners) },
            records: known.records,
            delivered: known.delivered,
            owners: owners,
            reviews: known.reviews,
            absences: known.absences,
            flip: project.flip,
            naming: { project.names($0, delivered: known.delivered) }
        )
        .part(options.selection, of: known.records)
        let listing = ServiceListing(known.records, lists, at: lists.moment ?? run.time.now)
        return Snapshot(known: known, listing: listing, withdrawals: withdrawals, plan: plan)
    }

    /// The summary before any default is read or set.
    private func summary(_ snapshot: Snapshot, _ options: Options) -> SettleSummary {
        let (plan, project) = (snapshot.plan, run.project)
        var summary = SettleSummary(waiting: plan.waiting, pending: plan.pending, rejected: plan.rejected)
        (summary.held, summary.rolledBack, summary.unsent) = (plan.held, plan.rolledBack, plan.unsent)
        (summary.vanished, summary.missing) = (plan.vanished, plan.missing)
        summary.listing = snapshot.listing
        summary.reviewClock = snapshot.known.clock.part(options.selection)
        summary.vanishedAfter = project.vanishedAfter
        let coverage = Coverage(
            snapshot.known.defaults,
            of: snapshot.known.records,
            delivered: snapshot.known.delivered,
            for: project
        )
        .part(options.selection, for: project)
        summary.unasked = coverage.unplanned
        summary.rolledBack += coverage.emptied
        summary.wantsDefaults = !project.defaultProducts.isEmpty
        return summary
    }

    /// The slots to read although they should already be correct.
    ///
    /// Changes have priority. Beyond the remaining allowance, slots that were read or set within the last hour are
    /// skipped.
    private func slotsToVerify(_ snapshot: Snapshot, _ options: Options) async throws -> [DesiredDefault] {
        let defaults = snapshot.known.defaults
        let due = options.verifies ? inOrder(snapshot.plan.settled, defaults, doubtful: snapshot.known.vanished) : []
        let spare = try await run.room(.getDefault) - snapshot.plan.changes.count - snapshot.withdrawals.shown.count
        let now = run.time.now
        let fresh = Set(defaults.filter { $0.heard.map { now - $0 < HourLedger.hour } ?? false }.map(\.slot))
        return due.prefix(run.session.optionalReadLimit).enumerated()
            .filter { $0 < spare || !fresh.contains($1.slot) }
            .map(\.element)
    }

    /// Settles repeatedly until waiting no longer helps, for example because Apple has decided on everything, or until
    /// the time limit.
    ///
    /// - Parameters:
    ///   - options: The options of each pass.
    ///   - limit: The time limit.
    ///   - pause: The time between two passes. Lists have a separate allowance.
    ///   - lists: Lists that count as current until the first wait; only missing lists are fetched.
    ///   - gate: Called before any default that was set by others is replaced, with the total number of such defaults.
    ///     If it throws, those defaults stay.
    /// - Returns: The state after the last pass, with every default that was set during the call.
    /// - Throws: The errors of ``settle(_:)`` and `gate`.
    package func settle(
        _ options: Options,
        for limit: Duration,
        every pause: Duration,
        knowing lists: ServiceLists = ServiceLists(),
        beforeTakingOver gate: ((_ count: Int) async throws -> Void)? = nil
    ) async throws -> SettleSummary {
        let end = run.time.now + limit
        var (options, lists) = (options, lists)
        var set: [DesiredDefault] = []
        var removed: [SettleSummary.Withdrawn] = []
        var permitted: Set<DefaultSlot>? = gate == nil ? nil : []
        while true {
            var summary = try await settle(options, lists, takingOver: permitted)
            // Slots that should already be correct are not read again after a pass without failures and with enough
            // quota.
            if summary.outOfQuota == nil, summary.failed.isEmpty { options.verifies = false }
            // Do not count the defaults that an earlier pass has set.
            summary.alreadySet = max(0, summary.alreadySet - set.count)
            set += summary.set
            summary.set = set
            removed += summary.withdrawn.filter { $0.fate == .removed }
            summary.withdrawn = (removed + summary.withdrawn.filter { $0.fate != .removed })
                .sorted { $0.slot.slot < $1.slot.slot }
            if options.takesOver, let gate, !summary.conflicts.isEmpty, summary.stop == nil {
                let slots = (permitted ?? []).union(summary.conflicts.map(\.desired.slot))
                try await gate(slots.count)
                permitted = slots
                continue
            }
            let now = run.time.now
            guard summary.mayWait, now < end else { return summary }
            let next = min(end, now + pause)
            run.report(SettleProgress.waiting(for: summary.need, until: next))
            do {
                try await run.stop.sleep(until: next, by: run.time)
            } catch let stopped as Stopped {
                summary.stop = stopped.cause
                return summary
            }
            lists = ServiceLists()
        }
    }

    /// Sorts slots by the time of their last reading, oldest first, because the allowance may not suffice for all.
    ///
    /// Slots with vanished items come first, because a default disappears together with its message. Slots that a late
    /// request of a superseded run may still change come earlier than their age alone would place them.
    private func inOrder(
        _ slots: [DesiredDefault],
        _ defaults: [DefaultRecord],
        doubtful: Set<ServiceID> = []
    ) -> [DesiredDefault] {
        let records = Dictionary(defaults.map { ($0.slot, $0) }) { $1 }
        func heard(_ slot: DefaultSlot) -> Timestamp {
            guard let record = records[slot], let heard = record.heard else { return Timestamp(seconds: 0) }
            return record.attempted.allSatisfy { $0 == record.desired } ? heard : heard - Self.headStart
        }
        func order(_ desired: DesiredDefault) -> (Int, Timestamp, DefaultSlot) {
            (doubtful.contains(desired.item) ? 0 : 1, heard(desired.slot), desired.slot)
        }
        return slots.sorted { order($0) < order($1) }
    }

    /// Marks uploads in an unknown state as uploaded if a list contains them; their absence proves nothing.
    private func settleUploads(_ lists: ServiceLists) async throws {
        let landed = try await run.journal.records(of: Array(lists.reviews.keys), at: run.destination).values
            .filter { $0.state.isOpen && $0.history.ambiguous > 0 }
        guard !landed.isEmpty else { return }
        let changes = landed.map { ItemChange($0.item.id, to: .uploaded, proof: .listed) }
        try await run.journal.settle(changes, at: run.time.now, in: run.id)
    }

    // MARK: Slots

    private enum Fate: Sendable {
        case set, wasRight
        case waiting(String)
        /// The slot shows a wrong default, and the desired one can't be set yet.
        case blocked(Obstacle)
        /// A user has held the default since the plan was made.
        case held(present: ServiceID?)
        case failed(String)
        case conflict(SettleSummary.Conflict)
        case setBack(SetBack)
    }

    /// Processes slots, and adds the results to the summary.
    private func processSlots(
        _ slots: [DesiredDefault],
        verified: Set<DefaultSlot>,
        _ summary: inout SettleSummary,
        _ body: @escaping @Sendable (DesiredDefault) async throws -> Fate
    ) async throws {
        var (results, left, obstacle) = await run.each(
            slots,
            progress: { if let event = Self.event(of: $1, $0) { run.report(event) } },
            body
        )
        if let obstacle { results += left.map { ($0, .waiting(Self.reason(obstacle))) } }
        for (desired, result) in results.sorted(by: { $0.0.slot < $1.0.slot }) {
            switch result {
            case .set: summary.set.append(desired)
            case .wasRight: summary.alreadySet += 1
            // A default that could not be verified was correct when it was last read. After a stop, it still needs
            // verification.
            case .waiting where verified.contains(desired.slot) && !(obstacle is Stopped): summary.alreadySet += 1
            case .waiting(let reason): summary.waiting.append(.init(desired: desired, reason: reason))
            case .blocked(let obstacle):
                summary.waiting.append(.init(desired: desired, reason: obstacle.reason, need: obstacle.need))
            case .held(let present):
                let (slot, message) = (desired.slot, desired.message)
                summary.held.append(.init(slot: slot, message: message, delivered: desired.item, present: present))
            case .failed(let reason): summary.failed.append(.init(desired: desired, reason: reason))
            case .conflict(let conflict): summary.conflicts.append(conflict)
            case .setBack(let setBack): summary.setBacks.append(setBack)
            }
        }
        try Self.take(obstacle, leaving: left.count { !verified.contains($0.slot) }, into: &summary)
    }

    /// Records an exhausted allowance or a stop in the summary; throws any other error.
    static func take(_ obstacle: (any Error)?, leaving count: Int, into summary: inout SettleSummary) throws {
        switch obstacle {
        case var quota as OutOfQuota:
            quota.left = count + (summary.outOfQuota?.left ?? 0)
            summary.outOfQuota = quota
        case let stopped as Stopped: summary.stop = stopped.cause
        case let error?: throw error
        case nil: break
        }
    }

    /// The event to report as soon as a result is known.
    ///
    /// Waiting slots are reported at the end.
    private static func event(of fate: Fate, _ desired: DesiredDefault) -> SettleProgress? {
        switch fate {
        case .set: .set(desired)
        case .failed(let reason): .failed(.init(desired: desired, reason: reason))
        case .conflict(let conflict): .conflict(conflict)
        case .wasRight, .waiting, .blocked, .held, .setBack: nil
        }
    }

    static func reason(_ error: any Error) -> String {
        switch error {
        case let quota as OutOfQuota: quota.reason
        case is Stopped: "it was stopped before"
        default: "it was given up before"
        }
    }

    /// Reads the current default of a slot, and sets the desired one unless a conflict, a set-back, a hold or an
    /// obstacle prevents it.
    private func apply(
        _ desired: DesiredDefault,
        _ record: DefaultRecord,
        _ known: [ServiceID: Item],
        takesOver: Bool,
        setsBack: Bool,
        isBehind: Bool,
        _ obstacle: Obstacle?
    ) async throws -> Fate {
        let (slot, journal) = (desired.slot, run.journal)
        let present: ServiceID?
        switch try await run.readDefault(slot) {
        case .message(let id): present = id
        case .empty: present = nil
        // A default that could not be read is not replaced; other slots do not depend on it.
        case .unknown(let answer): return .failed("the present default could not be read: \(answer.explanation)")
        }
        if present == desired.item {
            if record.attempted.contains(desired.item) {
                // A run of this journal set the default, but ended or lost the answer before it could record that.
                try await journal.recordDefault(slot, desired.item, at: run.time.now, in: run.id)
            } else {
                // Record even a known default, so that the next pass reads other slots first.
                try await journal.recordSeenDefault(
                    slot,
                    .init(present, at: run.time.now, isOurs: true),
                    in: run.id
                )
            }
            return .wasRight
        }
        let mayReplace = { record.mayReplace($0, known[$0], app: run.destination.app) }
        if let present, !takesOver, isBehind || !mayReplace(present) {
            try await journal.recordSeenDefault(
                slot,
                .init(present, at: run.time.now, isOurs: false),
                in: run.id
            )
            let isBehind = isBehind && record.isOurs(present)
            return .conflict(.init(desired: desired, present: present, known: known[present], isBehind: isBehind))
        }
        if !setsBack, let setBack = SetBack(desired, in: record, showing: present, known) {
            try await recordSeen(present, in: slot)
            return .setBack(setBack)
        }
        if let obstacle { return try await leave(slot, present, obstacle) }
        try known[desired.item]?.requireIdentity(app: run.destination.app)
        // A user may have held the default since the plan was made.
        guard try await journal.recordDefaultAttempt(slot, desired.item, leavesHeld: true, in: run.id) else {
            return .held(present: present)
        }
        let answer = try await run.setDefault(slot, to: desired.item)
        switch (answer.outcome, answer.appleCode) {
        case (.accepted, _):
            try await journal.recordDefault(slot, desired.item, at: run.time.now, in: run.id)
            return .set
        // Apple's list already contained an approval that the service does not apply yet.
        case (_, 4_030_017?): return try await leave(slot, present, Self.unapproved("it", answer))
        case (_, 4_030_018?): return try await leave(slot, present, Self.unapproved("its image", answer))
        case (.unknown, _): return .failed("it may have been set: \(answer.explanation)")
        default:
            try await recordSeen(present, in: slot)
            return .failed(answer.explanation)
        }
    }

    /// Records a slot that stays in a wrong state until its obstacle is resolved.
    private func leave(_ slot: DefaultSlot, _ present: ServiceID?, _ obstacle: Obstacle) async throws -> Fate {
        try await recordSeen(present, in: slot)
        return .blocked(obstacle)
    }

    private func recordSeen(_ present: ServiceID?, in slot: DefaultSlot) async throws {
        let seen = DefaultRecord.Seen(present, at: run.time.now, isOurs: false)
        try await run.journal.recordSeenDefault(slot, seen, in: run.id)
    }

    private static func unapproved(_ what: String, _ answer: Answer) -> Obstacle {
        Obstacle(
            reason: "the service answered that Apple has not approved \(what) yet (\(answer.clause))",
            need: .review
        )
    }
}

package enum SettleProgress: ProgressEvent {
    case set(DesiredDefault)
    /// A default that the project no longer wanted was removed.
    case removed(Withdrawals.Slot)
    /// The service refused a default, the result is unknown, or the current default could not be read.
    case failed(SettlePlan.Waiting)
    /// A default that was set by others stays.
    case conflict(SettleSummary.Conflict)
    /// Nothing more can be done until this moment, when the next pass starts.
    case waiting(for: SettleSummary.Need?, until: Timestamp)

    package var description: String {
        switch self {
        case .set(let desired): "default of \(desired.slot) set"
        case .removed(let slot): "default of \(slot.slot) removed"
        case .failed(let waiting): "default of \(waiting.desired.slot): \(waiting.reason)"
        case .conflict(let conflict): "default of \(conflict.desired.slot) was set from elsewhere"
        case .waiting(let need, _): "waiting for \(need?.rawValue ?? "a change")"
        }
    }
}
