package import GlossportProject

/// Something that happened at a destination, as the log keeps it: one row.
///
/// Flat, so that a store knows columns and no meaning, and people can ask for them in SQL. The article *Journal format* says which columns
/// an event of each kind has; ``JournalState`` says what it means.
package struct JournalEvent: Sendable, Hashable {
    /// The kind of an event; the raw values are stored in journals and never get another meaning.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case runBegan = "run-began"
        case runWanted = "run-wanted"
        case runEnded = "run-ended"
        case wanted
        case delivered
        case attemptBegan = "attempt-began"
        case attemptEnded = "attempt-ended"
        case settled
        case forgotten
        case deleted
        case restored
        case reviewed
        case lacked
        case shown
        case defaultWanted = "default-wanted"
        case defaultBegan = "default-began"
        case defaultSet = "default-set"
        case defaultSeen = "default-seen"
        case defaultHeld = "default-held"
        case defaultReleased = "default-released"
        case approved
        case withdrawn
        case realtimeSeen = "realtime-seen"
        case named
        case probed
    }

    /// Its place in the log of its destination: the number goes upwards from 1, with gaps where something was pruned.
    package var position = LogPosition.start
    /// The number of the event that began the run.
    package var run: Int64
    package var at: Timestamp
    package var kind: Kind
    package var item: ServiceID?
    /// For an attempt's end: the number of the event that began it.
    package var attempt: Int64?
    /// The request's; for a wanted item, the one that uploads it.
    package var endpoint: Endpoint?
    /// An answer's ``Answer/Outcome``, a ``ReviewState``, whether a default that was seen is `ours` or `foreign`, or the
    /// ``DefaultRecord/Withdrawal`` of one that is not wanted any more.
    package var outcome: String?
    /// The HTTP status, or the exit code of a run.
    package var status: Int?
    /// Apple's number, or how many items a run wants.
    package var code: Int?
    /// The item's new state.
    package var state: ItemState?
    package var proof: Proof?
    /// Why the item is that.
    package var reason: String?
    /// Nothing may be sent to the endpoint before this moment.
    package var pausedUntil: Timestamp?
    package var steadyUntil: Timestamp?
    package var product: String?
    package var locale: String?
    /// An answer's detail, a message's name, the real-time URL, or JSON: all that an item says, the name of a message of another tool, the name and
    /// form of a probe's upload, who began a run, what was approved.
    package var text: String?

    package init(_ kind: Kind, in run: Int64, at moment: Timestamp, item: ServiceID? = nil, state: ItemState? = nil) {
        self.kind = kind
        self.run = run
        at = moment
        self.item = item
        self.state = state
    }

    init(_ kind: Kind, in run: Int64, at moment: Timestamp, slot: DefaultSlot, item: ServiceID?) {
        self.init(kind, in: run, at: moment, item: item)
        product = slot.product
        locale = slot.locale
    }

    package var number: Int64 { position.number }

    /// The slot that a default's event is about.
    package var slot: DefaultSlot? {
        guard let product, let locale else { return nil }
        return DefaultSlot(product: product, locale: locale)
    }
}

extension JournalEvent {
    /// Whether the event proves what a service holds or does: from then on the journal is about that service.
    ///
    /// A refused certificate, token or address proves nothing; nor does a 429, which may come from a proxy.
    var isServiceAnswer: Bool {
        switch kind {
        case .settled, .reviewed, .defaultSet, .defaultSeen, .realtimeSeen: return true
        case .attemptEnded:
            switch outcome.flatMap(Answer.Outcome.init(rawValue:)) {
            case .accepted?, .alreadyPresent?, .notFound?, .refused?, .refusedForNow?, .capacityReached?: return true
            case .unauthorized?, .accessRefused?, .throttled?, .notSent?, .unreadable?, .unknown?, nil: return false
            }
        default: return false
        }
    }
}
