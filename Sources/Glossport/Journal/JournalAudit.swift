package import GlossportProject

/// Checks that an item's attempts could have led to its state.
///
/// The checks follow from the meaning of the states, not from the code that sets them, so that they reveal mistakes in
/// that code.
package enum JournalAudit {
    package struct Entry: Sendable, Hashable {
        package var endpoint: Endpoint
        /// `nil` while the attempt is under way, or if it was cut off.
        package var outcome: Answer.Outcome?

        package init(_ endpoint: Endpoint, _ outcome: Answer.Outcome?) {
            self.endpoint = endpoint
            self.outcome = outcome
        }
    }

    /// Returns the inconsistencies of a destination's items.
    ///
    /// `attempts` contains the attempts at each item, oldest first.
    ///
    /// - Returns: One inconsistency for each item whose state contradicts its attempts, or whose digest or id does not
    ///   match its content.
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

    /// Returns the inconsistency between an item's state, its recorded proof and all its attempts, oldest first.
    ///
    /// - Returns: The rest of a sentence about the item, such as “was accepted 2 times”; `nil` if they agree.
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
package struct JournalCheck: Sendable, Encodable {
    package var items = 0
    package var attempts = 0
    /// Sentences about damage to the storage, and about events that cannot follow those before them; empty if the
    /// journal is intact.
    package var damage: [String] = []
    /// The items whose state contradicts their attempts, or whose digest or id does not match their content.
    package var contradictions: [Contradiction] = []

    package init() {}

    package struct Contradiction: Sendable, Encodable {
        package var destination: Destination
        package var id: ServiceID
        package var message: String
        package var locale: String
        /// The rest of a sentence about the item; see ``JournalAudit``.
        package var text: String
    }
}
