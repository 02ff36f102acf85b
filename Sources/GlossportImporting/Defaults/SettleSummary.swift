package import GlossportChecking

/// What settling came to.
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
    /// What was uploaded, and has vanished from the service.
    package var vanished: [ItemRecord] = []
    /// What lists have shown before, and the newest one lacks: it may have vanished.
    package var missing: [ItemRecord] = []
    /// For how long lists have to lack an item.
    package var vanishedAfter = Absence.standardPatience
    /// How much of what is uploaded the lists showed.
    package var sighting: Sighting?
    /// Defaults that the service refused or whose fate is unknown, with the reason.
    package var failed: [SettlePlan.Waiting] = []
    /// Defaults that somebody else has set; they stay.
    package var conflicts: [Conflict] = []
    /// The adopted names of messages of other tools.
    package var names: [ServiceID: MessageName] = [:]
    /// What the project wants and no import of this journal has asked for.
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
        /// What stands there.
        package var present: ServiceID
        /// What the journal knows of it; `nil` if nothing.
        package var known: Item?

        package init(desired: DesiredDefault, present: ServiceID, known: Item?) {
            self.desired = desired
            self.present = present
            self.known = known
        }
    }

    /// The kind of end; the command turns it into an exit code.
    package enum Outcome: String, Sendable {
        case done, partial, rejected, conflict, interrupted, deadline
        case notYet = "not-yet"
    }

    /// What it takes to get everything into place.
    package enum Need: String, Sendable {
        /// Nothing but Apple's review.
        case review
        /// Quota.
        case quota
        /// Another list: something is not shown that was shown before.
        case listing = "list"
        /// Another import: something is not uploaded, has vanished, or nobody has asked for it.
        case importing = "import"
    }

    package var outcome: Outcome {
        if !conflicts.isEmpty { return .conflict }
        if !rejected.isEmpty { return .rejected }
        if !vanished.isEmpty || !failed.isEmpty { return .partial }
        switch stop {
        case .interrupted? where !waiting.isEmpty: return .interrupted
        case .deadline? where !waiting.isEmpty: return .deadline
        default: break
        }
        return need == nil ? .done : .notYet
    }

    /// What is still needed, if anything: the gravest first.
    package var need: Need? {
        if !unasked.isEmpty || !vanished.isEmpty { return .importing }
        if outOfQuota != nil { return .quota }
        if !missing.isEmpty { return .listing }
        if !pending.isEmpty { return .review }
        return waiting.isEmpty ? nil : .importing
    }
}
