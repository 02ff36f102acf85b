package import GlossportChecking

/// A default that would become a text which a newer one has replaced, as an import of an old checkout wants it.
///
/// Decided from the journal's events alone: the order in which texts were wanted, and which of them customers may have seen. So every
/// checkout, engine and machine that shares the journal gets the same answer, and a journal that has seen nothing stops nothing.
package struct SetBack: Sendable, Hashable {
    package let desired: DesiredDefault
    /// The text that has replaced it first; `nil` where it was withdrawn.
    package let replacement: ServiceID?
    /// The run that wanted the replacement, and when.
    package let run: RunID
    package let at: Timestamp

    /// Compares a default that is to be set with what was wanted there before.
    ///
    /// A text that was deleted and uploaded again is the same text under another id. The names of messages mean nothing: a new text of the
    /// same message sets nothing back.
    ///
    /// - Parameters:
    ///   - desired: The default to set.
    ///   - record: The slot, as the journal knows it; a held one stays as it is.
    ///   - present: The present default.
    ///   - items: The journal's items and those of the deliveries, for their texts.
    /// - Returns: `nil` where nothing has replaced the text, only a person has, or customers see it anyway.
    package init?(
        _ desired: DesiredDefault,
        in record: DefaultRecord,
        showing present: ServiceID?,
        _ items: [ServiceID: Item]
    ) {
        let isSame = { Self.isSame($0, desired.item, items) }
        let own = record.wishes.filter { isSame($0.item) }
        guard !record.isHeld, !isSame(present), let first = own.map(\.first).min(), let last = own.last,
            let place = record.wishes.firstIndex(of: last)
        else { return nil }
        // Of a text that customers have never seen, the order in which it was wanted first decides.
        let wasShown = own.contains(where: \.wasShown)
        let newer = record.wishes[(place + 1)...].first {
            $0.shown != nil && !$0.isByHand && (wasShown || first < $0.first)
        }
        guard let newer else { return nil }
        (self.desired, replacement, run, at) = (desired, newer.item, newer.run, newer.at)
    }

    /// Whether customers read and see the same.
    private static func isSame(_ one: ServiceID?, _ other: ServiceID, _ items: [ServiceID: Item]) -> Bool {
        guard let one, one != other else { return one == other }
        guard let texts = items[one]?.texts, let others = items[other]?.texts else { return false }
        return digest(texts, items) == digest(others, items)
    }

    /// The digest of all that customers read and see: neither ids nor names are part of it.
    private static func digest(_ texts: MessageContent, _ items: [ServiceID: Item]) -> [UInt8] {
        let images = texts.imageIDs.map { ($0, items[$0]?.image?.sha256 ?? $0.description) }
        return LocaleTexts(app: "", locale: "", messages: ["": texts], images: Dictionary(images) { first, _ in first })
            .digest
    }
}
