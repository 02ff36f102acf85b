package import GlossportProject

/// The recorded state of a slot.
package struct DefaultRecord: Sendable, Hashable {
    package var slot: DefaultSlot
    /// The name of the message that the slot should show, or should have shown before its withdrawal.
    package var message: String?
    /// The item that the slot should show; `nil` if no default is desired.
    package var desired: ServiceID?
    /// The fate of the default if an import has withdrawn it; `nil` if it is not withdrawn.
    package var withdrawal: Withdrawal?
    /// The texts desired for the slot, in the order in which they were last desired.
    ///
    /// ``want(_:)`` describes an exception. A withdrawal, or a desired default that was cleared, has a `nil` item.
    package private(set) var desiredTexts: [DesiredText] = []
    /// Whether the project ever expected the locale when it desired a default here; see ``Project/names(locale:)``.
    var wasExpected = false
    /// The default that this journal last set; `nil` if it set none or deleted it.
    package var lastSet: ServiceID?
    /// The default before ``lastSet``.
    package var previous: ServiceID?
    var everSet: Set<ServiceID> = []
    /// When this journal last set or deleted the default.
    package var changed: Timestamp?
    /// The run that last set or deleted the default.
    package var changedIn: RunID?
    /// Whether that run acted at a person's request and not for the project; see ``RunCommand/isByHand``.
    package var isByHand = false
    /// Whether imports must leave the desired default unchanged until the slot is released.
    package var isHeld = false
    /// The present default, if it was read from the service since our last change.
    package var seen: Seen?
    /// The defaults that were attempted since our last change, or by superseded runs; any of them may be live.
    package var attempted: Set<ServiceID> = []

    /// The fate of a default that the project no longer wants.
    package enum Withdrawal: String, Sendable, Hashable {
        /// Customers keep seeing it until a user agrees to its removal in an import.
        case kept
        /// A user has agreed to its removal, which is not carried out yet.
        case agreed
    }

    /// A text that was desired for a slot.
    package struct DesiredText: Sendable, Hashable {
        /// `nil` if the desired default was withdrawn or cleared.
        package var item: ServiceID?
        /// When it was first and last desired.
        package var first, last: Moment
        /// Whether a person desired it, for example with a rollback, and not the project.
        package var isByHand: Bool
        /// The number of the first event after which customers may see the text; `nil` if they cannot have seen it
        /// since it was last desired.
        package var shown: Int64?
        /// Whether customers may have seen the text at any time.
        var wasShown = false

        init(_ event: JournalEvent, at destination: Destination, isByHand: Bool) {
            item = event.item
            first = Moment(number: event.number, run: RunID(event.run, at: destination), at: event.at)
            last = first
            self.isByHand = isByHand
        }

        /// The number, run and time of an event that desired a text.
        package struct Moment: Sendable, Hashable, Comparable {
            package let number: Int64
            package let run: RunID
            package let at: Timestamp

            package static func < (left: Moment, right: Moment) -> Bool { left.number < right.number }
        }
    }

    /// Whether a person chose the desired text, for example with a rollback, and not the project.
    var isWantedByHand: Bool { desiredTexts.last.map { $0.isByHand && $0.item == desired } ?? false }

    /// The event since which the project has desired a default without a withdrawal; `nil` if it has not desired one
    /// since the last withdrawal.
    var wantedSince: DesiredText.Moment? {
        let end = desiredTexts.lastIndex { $0.item == nil }
        let rest = desiredTexts[(end.map { $0 + 1 } ?? 0)...].filter { !$0.isByHand }
        // A text that was also desired before the withdrawal counts from when it was last desired.
        return end == nil ? rest.map(\.first).min() : rest.first?.last
    }

    /// The default of a slot, as read from the service.
    package struct Seen: Sendable, Hashable {
        /// `nil` if the slot is empty.
        package var id: ServiceID?
        package var at: Timestamp
        /// Whether it was exactly the project's desired default; it then counts as set by us.
        package var isOurs: Bool

        package init(_ id: ServiceID?, at: Timestamp, isOurs: Bool) {
            self.id = id
            self.at = at
            self.isOurs = isOurs
        }
    }

    /// When this journal last learned the present default, by reading, setting or deleting it.
    package var heard: Timestamp? { seen?.at ?? changed }

    /// The present default, as far as this journal knows.
    package var present: ServiceID? {
        if let seen { seen.id } else { lastSet }
    }

    /// The present default if it was set by others, as far as this journal knows.
    package var foreign: ServiceID? {
        guard let seen, !seen.isOurs, let id = seen.id, !isOurs(id) else { return nil }
        return id
    }

    /// Whether a default counts as ours: this journal set it or may have set it, or the project desires it.
    package func isOurs(_ id: ServiceID) -> Bool {
        id == lastSet || id == desired || attempted.contains(id) || seen?.isOurs == true && seen?.id == id
    }

    /// Records a text as the newest desired one.
    ///
    /// If the project desires the text that customers already see, that text moves only past later texts that were
    /// never shown: the project may be from an older checkout, and the visible default may have been set by hand. A
    /// rollback that the project confirms counts as the project's own.
    mutating func want(_ text: DesiredText) {
        guard let place = desiredTexts.firstIndex(where: { $0.item == text.item }) else {
            return desiredTexts.append(text)
        }
        guard place < desiredTexts.count - 1 else {
            if desiredTexts[place].isByHand {
                (desiredTexts[place].isByHand, desiredTexts[place].last) = (text.isByHand, text.last)
            }
            return
        }
        let former = desiredTexts.remove(at: place)
        if !text.isByHand, present == text.item {
            let end = desiredTexts[place...].firstIndex { $0.shown != nil } ?? desiredTexts.endIndex
            return desiredTexts.insert(former, at: end)
        }
        var newest = text
        (newest.first, newest.wasShown) = (former.first, former.wasShown)
        desiredTexts.append(newest)
    }

    /// Records the event after which customers may see a text.
    mutating func show(_ item: ServiceID?, since number: Int64) {
        guard let place = desiredTexts.firstIndex(where: { $0.item == item }), desiredTexts[place].shown == nil else {
            return
        }
        (desiredTexts[place].shown, desiredTexts[place].wasShown) = (number, true)
    }

    /// Whether the present default may be replaced without asking the user.
    ///
    /// A journal can be forged, so its record is not enough: the id and digest of the item must also match its text.
    /// Another tool's message has no `item`.
    func mayReplace(_ id: ServiceID, _ item: Item?, app: String) -> Bool {
        guard isOurs(id), let item else { return false }
        return item.identityDefect(app: app) == nil
    }
}
