import GlossportChecking
import GlossportProject
import GlossportReading

/// The current source texts, and the outdated translations.
struct SourceTexts {
    let locale: StoreLocale?
    /// The source texts by message, from the source locale or, if it has none, from other files.
    private(set) var texts: [String: [Field: MessageRecord.Text]] = [:]
    private let review: Review
    private let earlier: EarlierSources
    /// Outdated translations that a person has accepted.
    private let accepted: Set<TextSlot>

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

    subscript(_ slot: TextSlot) -> MessageRecord.Text? {
        slot.locale == locale ? nil : texts[slot.message]?[slot.field]
    }

    /// The fields of a message to translate: those that it requires and the source contains.
    func fields(of message: String) -> [Field] { required(message).filter { texts[message]?[$0] != nil } }

    /// The fields that the service requires for a message.
    func required(_ message: String) -> [Field] {
        (review.project.messages[message] ?? Project.Message()).requiredFields
    }

    /// The delivered translation of a slot, otherwise the one that Apple approved most recently.
    func translation(of slot: TextSlot) -> String? {
        review.record(slot.message, slot.locale.code)?.fields[slot.field]?.text
            ?? review.catalog.sent.approved(slot)
    }

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
