import GlossportChecking
import GlossportProject
import GlossportReading

/// Today's source texts, and the translations that they have overtaken.
struct SourceTexts {
    /// The locale from which the others are translated; `nil` if it is unknown.
    let locale: StoreLocale?
    /// The texts by message; those of the source locale, else those that other files carry.
    private(set) var texts: [String: [Field: MessageRecord.Text]] = [:]
    private let review: Review
    private let earlier: EarlierSources
    /// The translations of earlier source texts that a person has accepted.
    private let accepted: Set<TextSlot>

    /// - Parameter review: The delivered texts.
    init(of review: Review) {
        self.review = review
        let catalog = review.catalog
        locale = catalog.sourceLocale ?? StoreLocale.likelySource(among: Set(catalog.records.map(\.locale)))
        earlier = EarlierSources(in: catalog, from: locale)
        accepted = Set(
            review.accepted.lazy.map(\.finding).filter { $0.rule == .translationOutdated }.compactMap(TextSlot.init)
        )
        for record in catalog.records where record.locale == locale {
            texts[record.message] = record.texts.filter { $0.value.text != nil }
        }
        for record in catalog.records where record.locale != locale {
            for (field, value) in record.texts where texts[record.message]?[field] == nil && value.source != nil {
                var text = value
                text.text = value.source
                texts[record.message, default: [:]][field] = text
            }
        }
    }

    /// The text of a slot in the source language.
    subscript(_ slot: TextSlot) -> MessageRecord.Text? {
        slot.locale == locale ? nil : texts[slot.message]?[slot.field]
    }

    /// The fields that are translated of a message: those that it needs, as far as the source has them.
    func fields(of message: String) -> [Field] { required(message).filter { texts[message]?[$0] != nil } }

    /// The fields without which a message is not sent.
    func required(_ message: String) -> [Field] {
        (review.project.messages[message] ?? Project.Message()).requiredFields
    }

    /// The translation of a slot that is used or would be: the delivered one, else the one that Apple approved last.
    func translation(of slot: TextSlot) -> String? {
        review.record(slot.message, slot.locale.code)?.fields[slot.field]?.text
            ?? review.catalog.sent.approved(slot)
    }

    /// Whether Apple has approved a translation of a slot.
    func wasApproved(_ slot: TextSlot) -> Bool { review.catalog.sent.approved(slot) != nil }

    /// Whether the source has changed since a text was translated; an accepted change does not count.
    func isOutdated(_ slot: TextSlot) -> Bool {
        guard !accepted.contains(slot) else { return false }
        if let delivered = review.record(slot.message, slot.locale.code)?.fields[slot.field], delivered.text != nil {
            return earlier.source(of: slot, delivered) != nil
        }
        return translation(of: slot).map { earlier.source(of: $0, at: slot) != nil } ?? false
    }
}
