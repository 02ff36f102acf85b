package import GlossportProject

package struct SettleSummary: Sendable, Encodable {
    package var set: [DesiredDefault] = []
    /// The number of defaults that were already correct.
    package var alreadySet = 0
    /// Defaults that a user holds, so that imports don't change them.
    package var held: [SettlePlan.Kept] = []
    /// Defaults that the project no longer wants and that customers saw, with the result for each.
    package var withdrawn: [Withdrawn] = []
    /// Defaults that were rolled back and are not held.
    package var rolledBack: [SettlePlan.Kept] = []
    package var unsent: [UnsentText] = []
    package var waiting: [SettlePlan.Waiting] = []
    package var pending: [ItemRecord] = []
    package var rejected: [ItemRecord] = []
    package var vanished: [ItemRecord] = []
    /// Items that the newest list lacks: they may have vanished, or have not been listed yet.
    package var missing: [ItemRecord] = []
    /// How long an item must be missing from lists before it counts as vanished.
    package var vanishedAfter = Project.standardVanishedAfter
    /// The part of the uploaded items that the lists contain.
    package var listing: ServiceListing?
    /// The durations of Apple's reviews.
    package var reviewClock: ReviewClock?
    /// Defaults that the service refused, whose result is unknown, or whose slot could not be read.
    package var failed: [SettlePlan.Waiting] = []
    /// Defaults that were set by others; they stay.
    package var conflicts: [Conflict] = []
    /// Defaults that would return to texts that newer ones have replaced; they stay as they are.
    package var setBacks: [SetBack] = []
    /// The adopted names of other tools' messages.
    package var names: [ServiceID: MessageName] = [:]
    /// The slots whose desired default no import has planned.
    package var unasked: [DefaultSlot] = []
    /// Whether the project wants any default.
    package var wantsDefaults = true
    /// The exhausted allowance, if settling stopped for that reason.
    package var outOfQuota: OutOfQuota?
    package var stop: StopRequest.Cause?

    package struct Withdrawn: Sendable {
        package var slot: Withdrawals.Slot
        package var fate: Fate

        package enum Fate: Sendable, Hashable {
            case removed
            /// Customers still see it: no user has agreed to its removal, or this import keeps it.
            case kept
            /// Customers still see it until the next run; the reason is a clause without a final period.
            case waiting(String)
            /// The service refused to remove it, the result is unknown, or the current default could not be read.
            case failed(String)
            /// Another default was set by others; it stays.
            case taken(ServiceID)
        }
    }

    /// A slot whose default was not set by this journal.
    package struct Conflict: Sendable, Encodable {
        package var desired: DesiredDefault
        package var present: ServiceID
        /// The item of the current default; `nil` if the journal does not know it.
        package var known: Item?
        /// Whether this journal may be outdated: another journal uploaded the desired text.
        package var isBehind = false
    }

    /// The next step that is required, most serious first.
    package enum Need: String, Sendable, CaseIterable, Encodable {
        /// Another import, for example because a text is not uploaded or has vanished, or a default is not planned.
        case importing = "import"
        /// More request allowance.
        case quota
        /// A newer list, because the current one lacks an item.
        case listing = "list"
        /// Only Apple's review.
        case review

        static func gravest(_ needs: some Sequence<Need>) -> Need? {
            let needs = Set(needs)
            return allCases.first(where: needs.contains)
        }
    }

    /// Withdrawals, names, `vanishedAfter`, `wantsDefaults` and the reason for an early end are not encoded.
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

    /// The exit status; if `pendingIsDone`, a pending review counts as success.
    package func status(pendingIsDone: Bool) -> ExitStatus {
        pendingIsDone && outcome == .notYet && need == .review ? .done : outcome
    }

    package var removed: [Withdrawals.Slot] { withdrawn.filter { $0.fate == .removed }.map(\.slot) }

    /// The withdrawn defaults that customers see until a user agrees to their removal in an import.
    package var kept: [Withdrawals.Slot] { withdrawn.filter { $0.fate == .kept }.map(\.slot) }

    private var hasFailedRemovals: Bool { withdrawn.contains { if case .failed = $0.fate { true } else { false } } }

    private var hasWaitingRemovals: Bool { withdrawn.contains { if case .waiting = $0.fate { true } else { false } } }

    package var need: Need? { Need.gravest(needs) }

    /// Whether waiting may help, although other requirements may remain.
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
