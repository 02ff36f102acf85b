package import GlossportChecking

/// The result of settling.
package struct SettleSummary: Sendable {
    /// Defaults set by this call.
    package var set: [DesiredDefault] = []
    /// Defaults that were right before.
    package var alreadySet = 0
    /// Of these, how many were set by hand, as by a rollback, and are not held.
    package var setByHand = 0
    /// Defaults that imports leave as they are.
    package var held = 0
    package var waiting: [SettlePlan.Waiting] = []
    package var pending: [ItemRecord] = []
    package var rejected: [ItemRecord] = []
    /// Uploaded items that have vanished from the service.
    package var vanished: [ItemRecord] = []
    /// Items that earlier lists contained and the newest one lacks: they may have vanished.
    package var missing: [ItemRecord] = []
    /// For how long lists have to lack an item.
    package var vanishedAfter = Absence.standardPatience
    /// How much of what is uploaded the lists showed.
    package var listing: ServiceListing?
    /// Defaults that the service refused or whose fate is unknown, with the reason.
    package var failed: [SettlePlan.Waiting] = []
    /// Defaults set from elsewhere; they stay.
    package var conflicts: [Conflict] = []
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

    /// A slot that shows what this journal has not set.
    package struct Conflict: Sendable {
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

    /// The next requirement.
    package enum Need: String, Sendable {
        /// Nothing but Apple's review.
        case review
        /// Quota.
        case quota
        /// Another list: something is not shown that was shown before.
        case listing = "list"
        /// Another import: an item is not uploaded or has vanished, or a default is not planned.
        case importing = "import"
    }

    package var outcome: RunOutcome {
        if !conflicts.isEmpty { return .conflict }
        if !rejected.isEmpty { return .rejected }
        if !vanished.isEmpty || !failed.isEmpty { return .partial }
        if let stop, !waiting.isEmpty { return RunOutcome(stop) }
        return need == nil ? .done : .notYet
    }

    /// The next requirement, if any: the most severe first.
    package var need: Need? {
        if !unasked.isEmpty || !vanished.isEmpty { return .importing }
        if outOfQuota != nil { return .quota }
        if !missing.isEmpty { return .listing }
        if !pending.isEmpty { return .review }
        return waiting.isEmpty ? nil : .importing
    }
}
