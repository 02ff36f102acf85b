package import GlossportChecking

/// The recorded state of a slot.
package struct DefaultRecord: Sendable, Hashable {
    package var slot: DefaultSlot
    /// The message that it is to show, and the item; `nil` if the project wants nothing there.
    package var message: String?
    package var desired: ServiceID?
    /// The default that this journal set last; `nil` if it set none or deleted it.
    package var current: ServiceID?
    /// The default before that.
    package var previous: ServiceID?
    /// Every default that this journal has set.
    package var everSet: Set<ServiceID> = []
    /// When it was set or deleted last.
    package var changed: Timestamp?
    /// The run that did it.
    package var changedIn: RunID?
    /// Whether that was done by hand, and not because the project wanted it; see ``RunCommand/isByHand``.
    package var isByHand = false
    /// Whether imports leave what is wanted there as it is, until it is released.
    package var isHeld = false
    /// The present default, if it was read since our last change.
    package var seen: Seen?
    /// The defaults of uncertain requests since then, or in a superseded run: one of them may be present.
    package var attempted: Set<ServiceID> = []

    /// The present default of a slot, as read from the service.
    package struct Seen: Sendable, Hashable {
        /// `nil` if the slot is empty.
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

    /// The present default, as far as this journal knows.
    package var present: ServiceID? {
        if let seen { seen.id } else { current }
    }

    /// The default set from elsewhere, as far as this journal knows.
    package var foreign: ServiceID? {
        guard let seen, !seen.isOurs, let id = seen.id, !isOurs(id) else { return nil }
        return id
    }

    /// Whether this journal calls a default ours: it has or may have set it, or the project wants it.
    package func isOurs(_ id: ServiceID) -> Bool {
        id == current || id == desired || attempted.contains(id) || seen?.isOurs == true && seen?.id == id
    }

    /// Whether the present default may be replaced without a question.
    ///
    /// Anyone can write a journal. So its word is not enough: the default must also be a message whose text makes its id.
    ///
    /// - Parameters:
    ///   - id: The present default.
    ///   - item: The journal's record of it; `nil` for a message of another tool.
    ///   - app: The bundle ID.
    /// - Returns: Whether both hold.
    package func mayReplace(_ id: ServiceID, _ item: Item?, app: String) -> Bool {
        guard isOurs(id), let item else { return false }
        return item.identityDefect(app: app) == nil
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
