package import GlossportChecking

/// What the journal knows of a slot.
package struct DefaultRecord: Sendable, Hashable {
    package var slot: DefaultSlot
    /// The message that it is to show, and the item; `nil` if the project wants nothing there.
    package var message: String?
    package var desired: ServiceID?
    /// What we set last; `nil` if nothing was set, or it was deleted.
    package var current: ServiceID?
    /// What stood there before.
    package var previous: ServiceID?
    /// When it was set or deleted last.
    package var changed: Timestamp?
    /// The run that did it.
    package var changedIn: RunID?
    /// Whether that was done by hand, and not because the project wanted it; see ``RunCommand/isByHand``.
    package var isByHand = false
    /// Whether imports leave what is wanted there as it is, until it is released.
    package var isHeld = false
    /// What the service said stands there, if it was asked since our last change.
    package var seen: Seen?
    /// What we have tried to set without being sure of the answer, since then or in a run that was passed over: one of them may stand there.
    package var attempted: Set<ServiceID> = []

    /// What the service said stands in a slot.
    package struct Seen: Sendable, Hashable {
        /// `nil` if nothing stands there.
        package var id: ServiceID?
        package var at: Timestamp
        /// Whether it was just what the project wanted: then it is as good as set by us.
        package var isOurs: Bool

        package init(_ id: ServiceID?, at: Timestamp, isOurs: Bool) {
            self.id = id
            self.at = at
            self.isOurs = isOurs
        }
    }

    /// What stands there, as far as this journal knows.
    package var present: ServiceID? {
        if let seen { seen.id } else { current }
    }

    /// What somebody else has put there, as far as this journal knows.
    package var foreign: ServiceID? {
        guard let seen, !seen.isOurs, let id = seen.id, !isOurs(id) else { return nil }
        return id
    }

    /// Whether what stands there may be replaced without a question: we have put it there, or may have, or it is what the project wants.
    package func isOurs(_ id: ServiceID) -> Bool {
        id == current || id == desired || attempted.contains(id) || seen?.isOurs == true && seen?.id == id
    }

    package init(
        _ slot: DefaultSlot,
        message: String? = nil,
        desired: ServiceID? = nil,
        current: ServiceID? = nil,
        previous: ServiceID? = nil,
        changed: Timestamp? = nil
    ) {
        self.slot = slot
        self.message = message
        self.desired = desired
        self.current = current
        self.previous = previous
        self.changed = changed
    }
}
