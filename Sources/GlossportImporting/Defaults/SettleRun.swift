package import GlossportChecking
import GlossportReading

/// Brings approved messages to the customers: a list call for each kind, then every default that can be set.
///
/// It does not wait, and may be run at any time: its work is derived anew from journal and service, and setting a
/// default again does no harm. The present default is read before it is replaced: one that was set from elsewhere
/// stays.
package struct SettleRun: Sendable {
    let booked: BookedService
    let access: ServiceAccess
    private let project: Project?

    /// How much earlier slots are asked where a late request may arrive: not so much that others would not be asked for a day.
    private static let headStart = Duration.seconds(3_600)

    /// How to go about it.
    package struct Options: Sendable, Hashable {
        package var flip: SettlePlan.Flip
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
            flip: SettlePlan.Flip = .allOrNothing,
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
    ///   - booked: The way to journal and service.
    ///   - project: The project's settings; reviews of messages that it does not name are ignored. Without a project,
    ///     only the defaults planned in the journal count.
    package init(_ booked: BookedService, project: Project? = nil) {
        self.booked = booked
        access = booked.access
        self.project = project
    }

    /// Asks for the reviews and sets what can be set.
    ///
    /// - Parameter options: How to go about it.
    /// - Returns: The summary.
    /// - Throws: ``GlossportError`` of the journal, of a list that can't be had, or for a refused token; ``OutOfQuota`` and ``Stopped`` before
    ///   the lists were had; `CancellationError`.
    package func settle(_ options: Options = Options()) async throws -> SettleSummary {
        try await settle(options, takingOver: nil) { _ in }
    }

    /// The same, where others' defaults may be replaced in the `permitted` slots alone, or, if that is `nil`, in all.
    private func settle(
        _ options: Options,
        takingOver permitted: Set<DefaultSlot>?,
        progress: (SettleProgress) -> Void
    ) async throws -> SettleSummary {
        var records = try await access.journal.allRecords(at: access.destination)
        let lists = try await booked.reviews(of: Item.Kind.listed(for: records))
        if try await settleUploads(lists) { records = try await access.journal.allRecords(at: access.destination) }
        let defaults = try await access.journal.defaults(at: access.destination)
        let reviews = try await access.journal.reviews(at: access.destination)
        let listing = ServiceListing(records, lists, at: access.time.now)
        let absences = try await access.absences
        // Of a message or a locale that the project no longer names, nothing is wanted.
        let delivered = try await access.journal.delivered(at: access.destination).filter {
            project?.names($0.key, $0.value) ?? true
        }
        let withdrawals =
            project.map { Withdrawals(defaults, of: records, delivered: delivered, for: $0) } ?? Withdrawals()
        let places = withdrawals.places
        let owners = project?.defaultOwners ?? [:]
        let plan = SettlePlan(
            defaults: defaults.filter { !places.contains($0.slot) }.map { $0.wanted(by: owners) },
            records: records,
            delivered: delivered,
            owners: owners,
            reviews: reviews,
            absences: absences,
            flip: options.flip,
            naming: { [project] in project?.names($0, delivered: delivered) ?? true }
        )
        .part(options.selection, of: records)
        var summary = SettleSummary(waiting: plan.waiting, pending: plan.pending, rejected: plan.rejected)
        (summary.held, summary.rolledBack, summary.unsent) = (plan.held, plan.rolledBack, plan.unsent)
        (summary.vanished, summary.missing) = (plan.vanished, plan.missing)
        summary.listing = listing
        summary.vanishedAfter = access.vanishedAfter
        if let project {
            let coverage = Coverage(defaults, of: records, delivered: delivered, for: project)
                .part(options.selection, for: project)
            summary.unasked = coverage.unplanned
            summary.rolledBack += coverage.emptied
            summary.wantsDefaults = !project.defaultProducts.isEmpty
        }
        let due = options.verifies ? questions(plan.settled, defaults, doubtful: absences.vanished) : []
        // Changes come first. With nothing left for the others, what was heard of them within the hour is not asked again.
        let spare = try await access.room(.getDefault) - plan.changes.count - withdrawals.shown.count
        let fresh = Set(
            defaults.filter { $0.heard.map { access.time.now - $0 < HourLedger.hour } ?? false }.map(\.slot)
        )
        let verified = due.prefix(access.questionsPerLook).enumerated()
            .filter { $0 < spare || !fresh.contains($1.slot) }
            .map(\.element)
        summary.alreadySet = plan.settled.count - verified.count
        let slots = Dictionary(defaults.map { ($0.slot, $0) }) { first, _ in first }
        let known = Dictionary(records.map { ($0.item.id, $0.item) }) { first, _ in first }
        try await remove(withdrawals.part(options.selection), options, slots, known, &summary, progress)
        // Texts that another journal has uploaded, and that this one has never shown. Restored from a backup or an old cache, it does not know why
        // customers see another text: a person may have rolled this one back.
        let foreign = Set(records.filter { $0.proof == .adopted && $0.item.origin == .derived }.map(\.item.id))
            .subtracting(defaults.flatMap(\.everSet))
        let all = questions(plan.changes, defaults) + verified
        let setsBack = options.setsBack || access.destination.environment == .sandbox
        try await lookAfter(all, verified: Set(verified.map(\.slot)), &summary, progress) { desired in
            let record = slots[desired.slot] ?? DefaultRecord(desired.slot)
            let takesOver = options.takesOver && permitted?.contains(desired.slot) != false
            let isBehind = foreign.contains(desired.item)
            return try await bring(
                desired,
                record,
                known,
                takesOver: takesOver,
                setsBack: setsBack,
                isBehind: isBehind,
                plan.obstacles[desired.slot]
            )
        }
        if !summary.conflicts.isEmpty { summary.names = try await access.journal.names(at: access.destination) }
        return summary
    }

    /// Settles again and again until Apple has decided on everything, or the time is up.
    ///
    /// - Parameters:
    ///   - options: How to go about it.
    ///   - limit: How long to go on.
    ///   - pause: How long to wait between two looks; lists have an allowance of their own.
    ///   - gate: Called before any default set from elsewhere is replaced, with the total number; they stay if it
    ///     throws.
    ///   - progress: Called when something has become of a default, and before each wait, on the caller's task; it must be quick.
    /// - Returns: How the last look ended, with everything that was set meanwhile.
    /// - Throws: Errors of ``settle(_:)`` and `gate`.
    package func settle(
        _ options: Options,
        for limit: Duration,
        every pause: Duration,
        beforeTakingOver gate: ((_ count: Int) async throws -> Void)? = nil,
        progress: (SettleProgress) -> Void = { _ in }
    ) async throws -> SettleSummary {
        let end = access.time.now + limit
        var options = options
        var set: [DesiredDefault] = []
        var removed: [SettleSummary.Withdrawn] = []
        var permitted: Set<DefaultSlot>? = gate == nil ? nil : []
        while true {
            var summary = try await settle(options, takingOver: permitted, progress: progress)
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
            let now = access.time.now
            guard summary.mayWait, now < end else { return summary }
            let next = min(end, now + pause)
            progress(.waiting(for: summary.need, until: next))
            do {
                try await access.stop.sleep(until: next, by: access.time)
            } catch let stopped as Stopped {
                summary.stop = stopped.cause
                return summary
            }
        }
    }

    /// The order in which slots are asked, because the allowance may end before all are: the slot first of which nothing was heard for longest.
    ///
    /// Vanished items come before all others, because a default goes with its message. A request of a superseded run may still
    /// arrive, so its slots come sooner.
    private func questions(
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
    ///
    /// - Returns: Whether there was one.
    private func settleUploads(_ lists: [Item.Kind: [ServiceID: ReviewState]]) async throws -> Bool {
        let ids = lists.values.flatMap(\.keys)
        let landed = try await access.journal.records(of: ids, at: access.destination).values
            .filter { $0.state.isOpen && $0.history.ambiguous > 0 }
        guard !landed.isEmpty else { return false }
        let changes = landed.map { ItemChange($0.item.id, to: .uploaded, proof: .listed) }
        try await access.journal.settle(changes, at: access.time.now, in: booked.run)
        return true
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
        var (results, left, obstacle) = await booked.each(
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
        let (slot, journal) = (desired.slot, access.journal)
        let present: ServiceID?
        switch try await booked.readDefault(slot) {
        case .message(let id): present = id
        case .empty: present = nil
        // An unknown default is not replaced; the others don't depend on it.
        case .unknown(let answer): return .failed("the present default could not be read: \(answer.explanation)")
        }
        if present == desired.item {
            if record.attempted.contains(desired.item) {
                // We have set it ourselves, and died or heard nothing before we could write that down.
                try await journal.recordDefault(slot, desired.item, at: access.time.now, in: booked.run)
            } else {
                // Also where it was known: of this slot something was heard now, and the next look is at others.
                try await journal.recordSeenDefault(
                    slot,
                    .init(present, at: access.time.now, isOurs: true),
                    in: booked.run
                )
            }
            return .wasRight
        }
        let mayReplace = { record.mayReplace($0, known[$0], app: access.destination.app) }
        if let present, !takesOver, isBehind || !mayReplace(present) {
            try await journal.recordSeenDefault(
                slot,
                .init(present, at: access.time.now, isOurs: false),
                in: booked.run
            )
            let isBehind = isBehind && record.isOurs(present)
            return .conflict(.init(desired: desired, present: present, known: known[present], isBehind: isBehind))
        }
        if !setsBack, let setBack = SetBack(desired, in: record, showing: present, known) {
            try await recordSeen(present, in: slot)
            return .setBack(setBack)
        }
        if let obstacle { return try await leave(slot, present, obstacle) }
        try known[desired.item]?.requireIdentity(app: access.destination.app)
        // A person may have held it since the plan was made.
        guard try await journal.recordDefaultAttempt(slot, desired.item, leavesHeld: true, in: booked.run) else {
            return .held(present: present)
        }
        let answer = try await booked.setDefault(slot, to: desired.item)
        switch (answer.outcome, answer.appleCode) {
        case (.accepted, _):
            try await journal.recordDefault(slot, desired.item, at: access.time.now, in: booked.run)
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
        let seen = DefaultRecord.Seen(present, at: access.time.now, isOurs: false)
        try await access.journal.recordSeenDefault(slot, seen, in: booked.run)
    }

    private static func unapproved(_ what: String, _ answer: Answer) -> Obstacle {
        Obstacle(
            reason: "the service answered that Apple has not approved \(what) yet (\(answer.clause))",
            need: .review
        )
    }
}

/// The events of settling.
package enum SettleProgress: Sendable {
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
}
