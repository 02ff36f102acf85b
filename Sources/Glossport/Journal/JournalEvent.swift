package import GlossportProject

/// Something that happened at a destination, stored as one row of its log.
///
/// The structure is flat, so that stores need no knowledge of its meaning and people can query it with SQL. The article
/// *Journal format* lists the columns for each kind of event; ``JournalState`` defines the meaning.
package struct JournalEvent: Sendable, Hashable {
    /// The kind of an event; journals store the raw values, which never change their meaning.
    package enum Kind: String, Sendable, Hashable, Encodable, CaseIterable {
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

    /// The position in the destination's log; numbers increase from 1, with gaps after pruning.
    package var position = LogPosition.start
    /// The number of the event that began the run.
    package var run: Int64
    package var at: Timestamp
    package var kind: Kind
    package var item: ServiceID?
    /// For an attempt's end: the number of the event that began it.
    package var attempt: Int64?
    /// The endpoint of the request; for a wanted item or a probe's upload, the endpoint that uploads it.
    package var endpoint: Endpoint?
    /// An ``Answer/Outcome``, a ``ReviewState``, `ours` or `foreign` for a default that was seen, the
    /// ``DefaultRecord/Withdrawal`` of a default that is no longer desired, `unexpected` for a delivered text or a
    /// desired default, `withdrawn` for a delivered text, or `gone` for a probe's upload.
    package var outcome: String?
    /// The HTTP status, the exit code of a run, or the number of wanted items that were already uploaded.
    package var status: Int?
    /// Apple's error number, or the number of items that a run wants.
    package var code: Int?
    package var state: ItemState?
    package var proof: Proof?
    /// The reason for the item's new state.
    package var reason: String?
    /// Nothing may be sent to the endpoint before this moment.
    package var pausedUntil: Timestamp?
    package var steadyUntil: Timestamp?
    package var product: String?
    package var locale: String?
    /// An answer's detail, a message's name, the real-time URL, or JSON.
    ///
    /// JSON describes an item, the name of another tool's message, a probe's upload, the command and process of a run,
    /// or an approval.
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

    package var slot: DefaultSlot? {
        guard let product, let locale else { return nil }
        return DefaultSlot(product: product, locale: locale)
    }
}

/// A line of `glossport journal export`, which adds position and destination; the schema is stable.
extension JournalEvent: Encodable {
    private enum CodingKeys: CodingKey {
        case run, at, kind, item, attempt, endpoint, outcome, status, code, state, proof, reason
        case pausedUntil, steadyUntil, product, locale, text
    }
}

extension JournalEvent {
    /// Whether the event proves an answer of the service; the journal then belongs to that service.
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
