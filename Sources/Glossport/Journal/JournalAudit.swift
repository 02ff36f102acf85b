package import GlossportProject

/// Checks that an item's state is one to which its attempts can have led.
///
/// Written from the meaning of the states alone, without a look at the code that sets them, so that a mistake there shows.
package enum JournalAudit {
    /// One attempt at an item, as far as it matters here.
    package struct Entry: Sendable, Hashable {
        package var endpoint: Endpoint
        /// `nil` while it is under way, or if it was cut off.
        package var outcome: Answer.Outcome?

        package init(_ endpoint: Endpoint, _ outcome: Answer.Outcome?) {
            self.endpoint = endpoint
            self.outcome = outcome
        }
    }

    /// The inconsistencies of a destination's items.
    ///
    /// - Parameters:
    ///   - records: The items.
    ///   - attempts: The attempts at each of them, oldest first.
    ///   - destination: Where.
    /// - Returns: One for each item whose state its attempts contradict, or whose digest or id its content does.
    package static func contradictions(
        in records: [ItemRecord],
        _ attempts: [ServiceID: [Entry]],
        at destination: Destination
    ) -> [JournalCheck.Contradiction] {
        records.compactMap { record in
            let defect =
                record.item.identityDefect(app: destination.app)
                ?? contradiction(record.state, record.proof, attempts[record.item.id] ?? [])
            return defect.map {
                JournalCheck.Contradiction(
                    destination: destination,
                    id: record.item.id,
                    message: record.item.message,
                    locale: record.item.locale,
                    text: $0
                )
            }
        }
    }

    /// The inconsistencies of an item's state.
    ///
    /// - Parameters:
    ///   - state: The item's state.
    ///   - proof: How its upload is said to be known.
    ///   - attempts: All attempts at it, oldest first.
    /// - Returns: Half a sentence, or `nil` if state and attempts agree.
    package static func contradiction(_ state: ItemState, _ proof: Proof?, _ attempts: [Entry]) -> String? {
        let uploads = attempts.filter { $0.endpoint == .uploadMessage || $0.endpoint == .uploadImage }.map(\.outcome)
        let isAmbiguous = uploads.contains { $0 == nil || $0 == .unknown }
        let accepted = uploads.count { $0 == .accepted }
        if accepted > 1 { return "was accepted \(accepted) times" }
        let isThere = state == .uploaded || state == .deleted
        if accepted == 1, !isThere { return "is \(state.rawValue), but was accepted" }
        if !isThere, proof != nil { return "is \(state.rawValue), but has a proof of its upload" }
        switch state {
        case .planned:
            return isAmbiguous ? "is planned, but an attempt may have been applied" : nil
        case .sending:
            return uploads.last == .some(nil) ? nil : "is being sent, but its last attempt has ended"
        case .unknown:
            return isAmbiguous ? nil : "is unknown, but every attempt has a definite end"
        case .refused:
            return uploads.contains { $0 == .refused || $0 == .notFound } ? nil : "is refused, but no attempt was"
        case .conflict: return nil
        case .uploaded, .deleted:
            return contradiction(uploaded: proof, uploads, accepted: accepted, isAmbiguous: isAmbiguous)
        }
    }

    private static func contradiction(
        uploaded proof: Proof?,
        _ uploads: [Answer.Outcome?],
        accepted: Int,
        isAmbiguous: Bool
    ) -> String? {
        switch proof {
        case .response?: return accepted == 1 ? nil : "is uploaded by an answer that no attempt got"
        case .confirmed?:
            let isConfirmed = isAmbiguous && uploads.contains(.alreadyPresent)
            return isConfirmed ? nil : "is confirmed, but no attempt of ours can have landed"
        case .listed?: return isAmbiguous ? nil : "was found in the list, but no attempt of ours can have landed"
        case .adopted?: return accepted == 0 ? nil : "is adopted, but was accepted"
        case nil: return "is uploaded without a proof"
        }
    }
}

/// The result of checking the whole journal.
package struct JournalCheck: Sendable {
    package var items = 0
    package var attempts = 0
    /// Sentences about damage to the file or database, and about events that can't follow those before them; empty if it is whole.
    package var damage: [String] = []
    /// Items whose state their attempts contradict, or whose digest or id their content does.
    package var contradictions: [Contradiction] = []

    package init() {}

    package struct Contradiction: Sendable, Encodable {
        package var destination: Destination
        package var id: ServiceID
        package var message: String
        package var locale: String
        /// Half a sentence; see ``JournalAudit``.
        package var text: String

        package init(destination: Destination, id: ServiceID, message: String, locale: String, text: String) {
            self.destination = destination
            self.id = id
            self.message = message
            self.locale = locale
            self.text = text
        }
    }
}
