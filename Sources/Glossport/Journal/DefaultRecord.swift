package import GlossportProject

/// The recorded state of a slot.
package struct DefaultRecord: Sendable, Hashable {
    package var slot: DefaultSlot
    /// The message that it is to show, or was to show before it was withdrawn.
    package var message: String?
    /// The item that it is to show; `nil` if nothing is wanted there.
    package var desired: ServiceID?
    /// The answer of the newest complete import that wanted nothing there any more; `nil` where none has withdrawn it.
    package var withdrawal: Withdrawal?
    /// The texts that were wanted there, and a withdrawal as `nil`, in the order in which they were wanted last.
    package private(set) var wishes: [Wish] = []
    /// Whether the project has ever expected the locale of what it wanted there; see ``Project/names(locale:)``.
    var wasExpected = false
    /// The default that this journal set last; `nil` if it set none or deleted it.
    package var current: ServiceID?
    /// The default before that.
    package var previous: ServiceID?
    /// Every default that this journal has set.
    var everSet: Set<ServiceID> = []
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

    /// The fate of a default that the project no longer wants.
    package enum Withdrawal: String, Sendable, Hashable {
        /// Customers keep it until an import agrees to its removal.
        case kept
        /// Its removal is agreed to, and has not been carried out.
        case agreed
    }

    /// A text that was wanted in a slot.
    package struct Wish: Sendable, Hashable {
        /// `nil` for a withdrawal.
        package var item: ServiceID?
        /// When it was wanted first, and last.
        package var first, last: Moment
        /// Whether a person wanted it, as by a rollback, and not the project.
        package var isByHand: Bool
        /// The number of the event since when customers may have seen it as that run wanted it; `nil` if they can't have.
        package var shown: Int64?
        /// Whether customers may ever have seen it.
        var wasShown = false

        init(_ event: JournalEvent, at destination: Destination, isByHand: Bool) {
            item = event.item
            first = Moment(number: event.number, run: RunID(event.run, at: destination), at: event.at)
            last = first
            self.isByHand = isByHand
        }

        /// The event that wanted a text, its run and time.
        package struct Moment: Sendable, Hashable, Comparable {
            package let number: Int64
            package let run: RunID
            package let at: Timestamp

            package static func < (left: Moment, right: Moment) -> Bool { left.number < right.number }
        }
    }

    /// Whether a person wanted what is wanted now, as by a rollback, and not the project.
    var isWantedByHand: Bool { wishes.last.map { $0.isByHand && $0.item == desired } ?? false }

    /// Since when the project has wanted something there without a withdrawal between; `nil` where only a person has.
    var wantedSince: Wish.Moment? {
        let end = wishes.lastIndex { $0.item == nil }
        let rest = wishes[(end.map { $0 + 1 } ?? 0)...].filter { !$0.isByHand }
        // A text that was wanted before the withdrawal, too, is wanted anew.
        return end == nil ? rest.map(\.first).min() : rest.first?.last
    }

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

    /// When this journal learned the present default: by reading it, or by setting or deleting it.
    package var heard: Timestamp? { seen?.at ?? changed }

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

    /// Takes over the newest wish.
    ///
    /// A project that wants what customers see anyway takes back only what they have not seen since: it may be an older one, and what they
    /// see was set by hand. A rollback that it confirms becomes its own wish.
    mutating func want(_ wish: Wish) {
        guard let place = wishes.firstIndex(where: { $0.item == wish.item }) else { return wishes.append(wish) }
        guard place < wishes.count - 1 else {
            if wishes[place].isByHand { (wishes[place].isByHand, wishes[place].last) = (wish.isByHand, wish.last) }
            return
        }
        let former = wishes.remove(at: place)
        if !wish.isByHand, present == wish.item {
            let end = wishes[place...].firstIndex { $0.shown != nil } ?? wishes.endIndex
            return wishes.insert(former, at: end)
        }
        var newest = wish
        (newest.first, newest.wasShown) = (former.first, former.wasShown)
        wishes.append(newest)
    }

    /// Notes that customers may see a text from an event on.
    mutating func show(_ item: ServiceID?, since number: Int64) {
        guard let place = wishes.firstIndex(where: { $0.item == item }), wishes[place].shown == nil else { return }
        (wishes[place].shown, wishes[place].wasShown) = (number, true)
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
    func mayReplace(_ id: ServiceID, _ item: Item?, app: String) -> Bool {
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
