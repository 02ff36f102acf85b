package import GlossportChecking
package import GlossportProject
import GlossportReading

/// Brings approved messages to the customers: a list call for each kind, then every default that can be set.
///
/// It does not wait, and may be run at any time: its work is derived anew from journal and service, and setting a
/// default again does no harm. The present default is read before it is replaced: one that was set from elsewhere
/// stays.
package struct SettleRun: Sendable {
    let run: Run
    private let project: Project?

    /// How much earlier slots are asked where a late request may arrive: not so much that others would not be asked for a day.
    private static let headStart = Duration.seconds(3_600)

    /// How to go about it.
    package struct Options: Sendable, Hashable {
        /// When a changed message takes over; `nil` for what the project says.
        package var flip: Flip?
        /// Whether defaults set from elsewhere are replaced, too.
        package var takesOver: Bool
        /// Whether production gets texts back that newer ones have replaced; the sandbox always does.
        package var setsBack: Bool
        /// Whether slots that should be right already are asked, as far as the allowance permits.
        package var verifies: Bool
        /// Whether defaults are removed that the project no longer wants, as far as an import has agreed to that.
        package var removesWithdrawn: Bool
        /// The selected slots; others are neither set nor reported.
        ///
        /// When a message takes over still depends on all its locales.
        package var selection: Selection

        package init(
            flip: Flip? = nil,
            takesOver: Bool = false,
            setsBack: Bool = false,
            verifies: Bool = true,
            removesWithdrawn: Bool = true,
            selection: Selection = Selection()
        ) {
            self.flip = flip
            self.takesOver = takesOver
            self.setsBack = setsBack
            self.verifies = verifies
            self.removesWithdrawn = removesWithdrawn
            self.selection = selection
        }
    }

    /// - Parameters:
    ///   - run: The run at work.
    ///   - project: The project's settings; reviews of messages that it does not name are ignored. Without a project,
    ///     only the defaults planned in the journal count.
    package init(_ run: Run, project: Project? = nil) {
        self.run = run
        self.project = project
    }

    /// Asks for the reviews and sets what can be set.
    ///
    /// - Parameter options: How to go about it.
    /// - Returns: The summary.
    /// - Throws: ``GlossportError`` of the journal, of a list that can't be had, or for a refused token; ``OutOfQuota`` and ``Stopped`` before
    ///   the lists were had; `CancellationError`.
    package func settle(_ options: Options = Options()) async throws -> SettleSummary {
        try await settle(options, ServiceLists(), takingOver: nil) { _ in }
    }

    /// The same, where lists are at hand, and others' defaults may be replaced in the `permitted` slots alone, or, if that is `nil`, in all.
    private func settle(
        _ options: Options,
        _ lists: ServiceLists,
        takingOver permitted: Set<DefaultSlot>?,
        progress: (SettleProgress) -> Void
    ) async throws -> SettleSummary {
        let look = try await look(options, lists)
        var summary = summary(look, options)
        let verified = try await questions(look, options)
        summary.alreadySet = look.plan.settled.count - verified.count
        let slots = Dictionary(look.known.defaults.map { ($0.slot, $0) }) { first, _ in first }
        let items = Dictionary(look.known.records.map { ($0.item.id, $0.item) }) { first, _ in first }
        try await remove(look.withdrawals.part(options.selection), options, slots, items, &summary, progress)
        let foreign = look.known.foreignTexts
        let all = inOrder(look.plan.changes, look.known.defaults) + verified
        let setsBack = options.setsBack || !run.isProduction
        try await lookAfter(all, verified: Set(verified.map(\.slot)), &summary, progress) { desired in
            let record = slots[desired.slot] ?? DefaultRecord(desired.slot)
            let takesOver = options.takesOver && permitted?.contains(desired.slot) != false
            return try await bring(
                desired,
                record,
                items,
                takesOver: takesOver,
                setsBack: setsBack,
                isBehind: foreign.contains(desired.item),
                look.plan.obstacles[desired.slot]
            )
        }
        if !summary.conflicts.isEmpty { summary.names = look.known.names }
        return summary
    }

    /// Journal and service at one moment, and what follows from them.
    private struct Look {
        /// Without deliveries of messages that the project no longer names.
        var known: JournalContents
        var listing: ServiceListing
        var withdrawals: Withdrawals
        /// The selected part.
        var plan: SettlePlan
    }

    /// Asks the service for the lists that are not at hand, and plans.
    private func look(_ options: Options, _ lists: ServiceLists) async throws -> Look {
        let kinds = try await run.journal.listedKinds(at: run.destination)
        let lists = try await run.reviews(of: kinds, besides: lists)
        try await settleUploads(lists)
        var known = try await run.contents
        // Of a message that the project no longer names, nothing is wanted.
        if let project { known = known.named(by: project) }
        let withdrawals = project.map { known.withdrawals(by: $0) } ?? Withdrawals()
        let places = withdrawals.places
        let owners = project?.defaultOwners ?? [:]
        let plan = SettlePlan(
            defaults: known.defaults.filter { !places.contains($0.slot) }.map { $0.wanted(by: owners) },
            records: known.records,
            delivered: known.delivered,
            owners: owners,
            reviews: known.reviews,
            absences: known.absences,
            flip: options.flip ?? run.project.flip,
            naming: { [project, delivered = known.delivered] in project?.names($0, delivered: delivered) ?? true }
        )
        .part(options.selection, of: known.records)
        let listing = ServiceListing(known.records, lists, at: lists.moment ?? run.time.now)
        return Look(known: known, listing: listing, withdrawals: withdrawals, plan: plan)
    }

    /// The summary before anything is read or set.
    private func summary(_ look: Look, _ options: Options) -> SettleSummary {
        let plan = look.plan
        var summary = SettleSummary(waiting: plan.waiting, pending: plan.pending, rejected: plan.rejected)
        (summary.held, summary.rolledBack, summary.unsent) = (plan.held, plan.rolledBack, plan.unsent)
        (summary.vanished, summary.missing) = (plan.vanished, plan.missing)
        summary.listing = look.listing
        summary.reviewClock = look.known.clock.part(options.selection)
        summary.vanishedAfter = run.limits.vanishedAfter
        guard let project else { return summary }
        let coverage = Coverage(
            look.known.defaults,
            of: look.known.records,
            delivered: look.known.delivered,
            for: project
        )
        .part(options.selection, for: project)
        summary.unasked = coverage.unplanned
        summary.rolledBack += coverage.emptied
        summary.wantsDefaults = !project.defaultProducts.isEmpty
        return summary
    }

    /// The slots that should be right already and are read all the same, as far as the allowance permits.
    ///
    /// Changes come first. With nothing left for the others, what was heard of them within the hour is not asked again.
    private func questions(_ look: Look, _ options: Options) async throws -> [DesiredDefault] {
        let defaults = look.known.defaults
        let due = options.verifies ? inOrder(look.plan.settled, defaults, doubtful: look.known.vanished) : []
        let spare = try await run.room(.getDefault) - look.plan.changes.count - look.withdrawals.shown.count
        let now = run.time.now
        let fresh = Set(defaults.filter { $0.heard.map { now - $0 < HourLedger.hour } ?? false }.map(\.slot))
        return due.prefix(run.session.questionsPerLook).enumerated()
            .filter { $0 < spare || !fresh.contains($1.slot) }
            .map(\.element)
    }

    /// Settles again and again until Apple has decided on everything, or the time is up.
    ///
    /// - Parameters:
    ///   - options: How to go about it.
    ///   - limit: How long to go on.
    ///   - pause: How long to wait between two looks; lists have an allowance of their own.
    ///   - lists: Lists that hold until the first wait; only the others are asked for.
    ///   - gate: Called before any default set from elsewhere is replaced, with the total number; they stay if it
    ///     throws.
    ///   - progress: Called when something has become of a default, and before each wait, on the caller's task; it must be quick.
    /// - Returns: How the last look ended, with everything that was set meanwhile.
    /// - Throws: Errors of ``settle(_:)`` and `gate`.
    package func settle(
        _ options: Options,
        for limit: Duration,
        every pause: Duration,
        knowing lists: ServiceLists = ServiceLists(),
        beforeTakingOver gate: ((_ count: Int) async throws -> Void)? = nil,
        progress: (SettleProgress) -> Void = { _ in }
    ) async throws -> SettleSummary {
        let end = run.time.now + limit
        var (options, lists) = (options, lists)
        var set: [DesiredDefault] = []
        var removed: [SettleSummary.Withdrawn] = []
        var permitted: Set<DefaultSlot>? = gate == nil ? nil : []
        while true {
            var summary = try await settle(options, lists, takingOver: permitted, progress: progress)
            // Once is enough for what should be right already, if everything could be asked and was answered.
            if summary.outOfQuota == nil, summary.failed.isEmpty { options.verifies = false }
            // A default set by an earlier pass was not right before.
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
            progress(.waiting(for: summary.need, until: next))
            do {
                try await run.stop.sleep(until: next, by: run.time)
            } catch let stopped as Stopped {
                summary.stop = stopped.cause
                return summary
            }
            lists = ServiceLists()
        }
    }

    /// Sorts slots by how long ago they were heard, the longest first, because the allowance may end before all are asked.
    ///
    /// Vanished items come before all others, because a default goes with its message. A request of a superseded run may still
    /// arrive, so its slots come sooner.
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

    /// An upload whose fate was unknown is there if the list shows it; absence proves nothing.
    private func settleUploads(_ lists: ServiceLists) async throws {
        let landed = try await run.journal.records(of: Array(lists.reviews.keys), at: run.destination).values
            .filter { $0.state.isOpen && $0.history.ambiguous > 0 }
        guard !landed.isEmpty else { return }
        let changes = landed.map { ItemChange($0.item.id, to: .uploaded, proof: .listed) }
        try await run.journal.settle(changes, at: run.time.now, in: run.id)
    }

    // MARK: Slots

    /// The result of a slot.
    private enum Fate: Sendable {
        case set, wasRight
        case waiting(String)
        /// Something else is there than should be, and it can't be set yet.
        case blocked(Obstacle)
        /// A person has held it meanwhile.
        case held(present: ServiceID?)
        case failed(String)
        case conflict(SettleSummary.Conflict)
        case setBack(SetBack)
    }

    /// Brings slots, and takes the results into the summary.
    private func lookAfter(
        _ slots: [DesiredDefault],
        verified: Set<DefaultSlot>,
        _ summary: inout SettleSummary,
        _ progress: (SettleProgress) -> Void,
        _ body: @escaping @Sendable (DesiredDefault) async throws -> Fate
    ) async throws {
        var (results, left, obstacle) = await run.each(
            slots,
            progress: { if let event = Self.event(of: $1, $0) { progress(event) } },
            body
        )
        if let obstacle { results += left.map { ($0, .waiting(Self.reason(obstacle))) } }
        for (desired, result) in results.sorted(by: { $0.0.slot < $1.0.slot }) {
            switch result {
            case .set: summary.set.append(desired)
            case .wasRight: summary.alreadySet += 1
            // A default that could not be verified this time was right when it was last read; what was stopped has more to do.
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

    /// Takes over why a run left slots; another error than a lack of quota or a stop ends it.
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

    /// The event of a slot as soon as its result is known; waiting slots are reported at the end.
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

    /// Reads what a slot shows, and sets the project's default unless another was set from elsewhere.
    private func bring(
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
        // An unknown default is not replaced; the others don't depend on it.
        case .unknown(let answer): return .failed("the present default could not be read: \(answer.explanation)")
        }
        if present == desired.item {
            if record.attempted.contains(desired.item) {
                // We have set it ourselves, and died or heard nothing before we could write that down.
                try await journal.recordDefault(slot, desired.item, at: run.time.now, in: run.id)
            } else {
                // Also where it was known: of this slot something was heard now, and the next look is at others.
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
        // A person may have held it since the plan was made.
        guard try await journal.recordDefaultAttempt(slot, desired.item, leavesHeld: true, in: run.id) else {
            return .held(present: present)
        }
        let answer = try await run.setDefault(slot, to: desired.item)
        switch (answer.outcome, answer.appleCode) {
        case (.accepted, _):
            try await journal.recordDefault(slot, desired.item, at: run.time.now, in: run.id)
            return .set
        // The list was ahead of what decides here.
        case (_, 4_030_017?): return try await leave(slot, present, Self.unapproved("it", answer))
        case (_, 4_030_018?): return try await leave(slot, present, Self.unapproved("its image", answer))
        case (.unknown, _): return .failed("it may have been set: \(answer.explanation)")
        default:
            try await recordSeen(present, in: slot)
            return .failed(answer.explanation)
        }
    }

    /// Leaves a slot in an undesired state until its cause is resolved.
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

/// The events of settling.
package enum SettleProgress: ProgressEvent {
    /// A default was set.
    case set(DesiredDefault)
    /// A default was removed that the project no longer wants.
    case removed(Withdrawals.Slot)
    /// The service refused a default, or it is not known whether it was set.
    case failed(SettlePlan.Waiting)
    /// Somebody else has set a default, and it stays.
    case conflict(SettleSummary.Conflict)
    /// Nothing more can be done before a moment, at which everything is looked at again.
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
