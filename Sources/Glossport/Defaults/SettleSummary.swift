package import GlossportProject

/// The result of settling.
package struct SettleSummary: Sendable, Encodable {
    /// Defaults set by this call.
    package var set: [DesiredDefault] = []
    /// Defaults that were right before.
    package var alreadySet = 0
    /// Defaults that imports leave as they are.
    package var held: [SettlePlan.Kept] = []
    /// Defaults that the project no longer wants and that customers saw, with what became of each.
    package var withdrawn: [Withdrawn] = []
    /// Defaults that were rolled back and are not held.
    package var rolledBack: [SettlePlan.Kept] = []
    /// Delivered texts that are not at the service.
    package var unsent: [UnsentText] = []
    package var waiting: [SettlePlan.Waiting] = []
    package var pending: [ItemRecord] = []
    package var rejected: [ItemRecord] = []
    /// Uploaded items that have vanished from the service.
    package var vanished: [ItemRecord] = []
    /// Items that the newest list lacks: they may have vanished, or have not been shown yet.
    package var missing: [ItemRecord] = []
    /// For how long lists have to lack an item.
    package var vanishedAfter = Absence.standardPatience
    /// How much of what is uploaded the lists showed.
    package var listing: ServiceListing?
    /// How long Apple's reviews take.
    package var reviewClock: ReviewClock?
    /// Defaults that the service refused or whose fate is unknown, with the reason.
    package var failed: [SettlePlan.Waiting] = []
    /// Defaults set from elsewhere; they stay.
    package var conflicts: [Conflict] = []
    /// Defaults that would go back to texts which newer ones have replaced; they stay.
    package var setBacks: [SetBack] = []
    /// The adopted names of messages of other tools.
    package var names: [ServiceID: MessageName] = [:]
    /// Desired defaults that no import of this journal has planned.
    package var unasked: [DefaultSlot] = []
    /// Whether the project wants any default at all.
    package var wantsDefaults = true
    /// From when on there is quota again, if that is why it stopped, and for what.
    package var outOfQuota: OutOfQuota?
    /// Why it ended before it was done.
    package var stop: StopRequest.Cause?

    /// A default that the project no longer wants.
    package struct Withdrawn: Sendable {
        package var slot: Withdrawals.Slot
        package var fate: Fate

        package enum Fate: Sendable, Hashable {
            case removed
            /// Customers still see it: no import has agreed to its removal, or this one keeps it.
            case kept
            /// Customers still see it until the next run, with the reason as half a sentence.
            case waiting(String)
            /// The service did not remove it, or the present default could not be read.
            case failed(String)
            /// The default that was set from elsewhere; it stays.
            case taken(ServiceID)
        }

        package init(slot: Withdrawals.Slot, fate: Fate) {
            self.slot = slot
            self.fate = fate
        }
    }

    /// A slot that shows what this journal has not set.
    package struct Conflict: Sendable, Encodable {
        package var desired: DesiredDefault
        /// The present default.
        package var present: ServiceID
        /// Its item; `nil` if the journal does not know it.
        package var known: Item?
        /// Whether this journal may be older than the service: another one has uploaded the text that the slot shall show.
        package var isBehind: Bool

        package init(desired: DesiredDefault, present: ServiceID, known: Item?, isBehind: Bool = false) {
            self.desired = desired
            self.present = present
            self.known = known
            self.isBehind = isBehind
        }
    }

    /// The next requirement; the gravest first.
    package enum Need: String, Sendable, CaseIterable, Encodable {
        /// Another import: a text is not uploaded or has vanished, or a default is not planned.
        case importing = "import"
        /// Quota.
        case quota
        /// Another list: something is not shown.
        case listing = "list"
        /// Nothing but Apple's review.
        case review

        static func gravest(_ needs: some Sequence<Need>) -> Need? {
            let needs = Set(needs)
            return allCases.first(where: needs.contains)
        }
    }

    /// Withdrawals, names, limits and the end are not part of the document.
    private enum CodingKeys: CodingKey {
        case set, alreadySet, held, rolledBack, unsent, waiting, pending, rejected, vanished, missing, listing, failed
        case reviewClock
        case conflicts, setBacks, unasked
    }

    package var outcome: ExitStatus {
        if !conflicts.isEmpty || !setBacks.isEmpty { return .conflict }
        if !rejected.isEmpty { return .rejected }
        if !vanished.isEmpty || !failed.isEmpty || hasFailedRemovals || unsent.contains(where: \.needsPerson) {
            return .partial
        }
        guard need != nil else { return .done }
        return stop.map(ExitStatus.init) ?? .notYet
    }

    /// How settling ends where a pending review may be as good as done.
    package func status(pendingIsDone: Bool) -> ExitStatus {
        pendingIsDone && outcome == .notYet && need == .review ? .done : outcome
    }

    /// The withdrawn defaults that this call has removed.
    package var removed: [Withdrawals.Slot] { withdrawn.filter { $0.fate == .removed }.map(\.slot) }

    /// The withdrawn defaults that customers see until an import agrees to their removal.
    package var kept: [Withdrawals.Slot] { withdrawn.filter { $0.fate == .kept }.map(\.slot) }

    private var hasFailedRemovals: Bool { withdrawn.contains { if case .failed = $0.fate { true } else { false } } }

    private var hasWaitingRemovals: Bool { withdrawn.contains { if case .waiting = $0.fate { true } else { false } } }

    /// The gravest of all requirements, if any.
    package var need: Need? { Need.gravest(needs) }

    /// Whether time may help something, whatever else is in the way.
    var mayWait: Bool {
        conflicts.isEmpty && setBacks.isEmpty && rejected.isEmpty && vanished.isEmpty && failed.isEmpty
            && !hasFailedRemovals && stop == nil
            && needs.contains { $0 != .importing }
    }

    private var needs: [Need] {
        var needs = waiting.compactMap(\.need)
        if !unasked.isEmpty || !vanished.isEmpty || !unsent.isEmpty || !rolledBack.isEmpty { needs.append(.importing) }
        if !kept.isEmpty { needs.append(.importing) }
        if outOfQuota != nil { needs.append(.quota) }
        if !missing.isEmpty { needs.append(.listing) }
        if !pending.isEmpty { needs.append(.review) }
        if needs.isEmpty, !waiting.isEmpty || hasWaitingRemovals { needs.append(.importing) }
        return needs
    }
}
