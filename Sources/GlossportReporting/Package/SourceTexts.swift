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
    private let approved: (_ message: String, _ locale: StoreLocale, _ field: Field) -> String?

    /// - Parameters:
    ///   - review: The delivered texts.
    ///   - approved: The text of a message's field in a locale that Apple has approved last.
    init(
        of review: Review,
        approved: @escaping (_ message: String, _ locale: StoreLocale, _ field: Field) -> String?
    ) {
        self.review = review
        self.approved = approved
        let catalog = review.catalog
        locale = catalog.sourceLocale ?? StoreLocale.likelySource(among: Set(catalog.records.map(\.locale)))
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
            ?? approved(slot.message, slot.locale, slot.field)
    }

    /// Whether Apple has approved a translation of a slot.
    func wasApproved(_ slot: TextSlot) -> Bool { approved(slot.message, slot.locale, slot.field) != nil }

    /// Whether the source has changed since a text was translated.
    func isOutdated(_ slot: TextSlot) -> Bool {
        guard let locale, let now = self[slot]?.text, let translation = translation(of: slot) else { return false }
        let delivered = review.record(slot.message, slot.locale.code)?.fields[slot.field]
        // Where only translations carry sources, none of two different ones is known to be today's.
        let isKnown = review.record(slot.message, locale.code)?.text(slot.field) != nil
        if isKnown, let source = delivered?.source, source != now { return true }
        // Where no file says what was translated: the source is another since, and the translation is not.
        guard let before = approved(slot.message, locale, slot.field), before != now else { return false }
        return translation == approved(slot.message, slot.locale, slot.field)
    }
}
