import GlossportReading

/// The texts from which was translated, and in which language they are.
///
/// Files carry source texts without their language. It is the locale of the delivery that has the same texts, if there is one; and then
/// its texts are the source of what was delivered without, too.
struct SourceTexts {
    /// The locale that has the same texts as the source.
    let locale: StoreLocale?
    private let review: Review

    init(_ review: Review) {
        self.review = review
        var votes: [StoreLocale: Int] = [:]
        for records in Dictionary(grouping: review.catalog.records, by: \.message).values {
            // One's own text may be a copy of the source because nobody has translated it.
            var sources: [Field: [String: Int]] = [:]
            for record in records {
                for (field, text) in record.texts {
                    if let source = text.source { sources[field, default: [:]][source, default: 0] += 1 }
                }
            }
            for record in records {
                for (field, text) in record.texts {
                    guard let target = text.text, let count = sources[field]?[target] else { continue }
                    let others = count - (text.source == target ? 1 : 0)
                    if others > 0 { votes[record.locale, default: 0] += 1 }
                }
            }
        }
        locale = votes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// The source of a field of a record, and its language if that is known.
    func source(of field: Field, in record: MessageRecord) -> (text: String, locale: StoreLocale?)? {
        let original = locale.flatMap { review.record(record.message, $0.code)?.text(field) }
        if let source = record.fields[field]?.source { return (source, source == original ? locale : nil) }
        guard let locale, locale != record.locale, let original else { return nil }
        return (original, locale)
    }
}
