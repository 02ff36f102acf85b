import GlossportProject
import GlossportReading

extension CatalogBuilder {
    /// The locale whose texts match at least four fifths of the source texts in other locales' files.
    private func inferredSource() -> StoreLocale? {
        var sources: [String: [Field: String]] = [:]
        for record in catalog.records {
            for (field, value) in record.fields where value.source != nil {
                sources[record.message, default: [:]][field] = value.source
            }
        }
        guard !sources.isEmpty else { return nil }
        var votes: [StoreLocale: (same: Int, all: Int)] = [:]
        for record in catalog.records {
            // A text with a source may be an untranslated copy of it, so it does not count.
            for (field, value) in record.texts where value.source == nil && value.text != nil {
                guard let source = sources[record.message]?[field] else { continue }
                votes[record.locale, default: (0, 0)].all += 1
                if source == value.text { votes[record.locale]?.same += 1 }
            }
        }
        return votes.filter { $0.value.same * 5 >= $0.value.all * 4 }
            .max { ($0.value.same, $1.key) < ($1.value.same, $0.key) }?.key
    }

    /// A guess for a delivery without source texts.
    private func likelySource() -> StoreLocale? {
        guard !catalog.records.contains(where: { $0.fields.values.contains { $0.source != nil } }) else { return nil }
        let locales = Set(catalog.records.map(\.locale))
        return locales.count > 1 ? StoreLocale.likelySource(among: locales) : nil
    }

    /// Fills in missing source texts from the records of the source locale.
    ///
    /// Formats such as `.strings` contain no source texts.
    mutating func completeSources(_ resolver: LocaleResolver) {
        let named = sourceLanguages.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        let declared = project.locales.source ?? named.flatMap { resolver.resolve($0).locale } ?? inferredSource()
        guard let source = declared ?? likelySource() else { return }
        catalog.isSourceAssumed = declared == nil
        catalog.sourceLanguage = source.guessable
        catalog.sourceLocale = source
        var texts: [String: [Field: MessageRecord.Text]] = [:]
        for record in catalog.records where record.locale == source { texts[record.message] = record.fields }
        guard !texts.isEmpty else { return }
        for index in catalog.records.indices where catalog.records[index].locale != source {
            guard let own = texts[catalog.records[index].message] else { continue }
            for (field, value) in catalog.records[index].fields where value.source == nil {
                catalog.records[index].fields[field]?.source = own[field]?.text
                catalog.records[index].fields[field]?.borrowsSource = true
            }
        }
    }

    /// Copies the records of each original into the locales that have no text of the message.
    mutating func copyRecords() {
        let originals = project.locales.originals
        guard !originals.isEmpty else { return }
        for records in Dictionary(grouping: catalog.records, by: \.message).values {
            // A locale with only an empty column or an untranslated file does not count as delivered.
            let delivered = records.filter { $0.texts.values.contains { $0.state != .untranslated } }
            let byLocale = Dictionary(delivered.map { ($0.locale, $0) }) { first, _ in first }
            for (locale, original) in originals where byLocale[locale] == nil {
                guard var copy = byLocale[original] else { continue }
                copy.locale = locale
                copy.copiedFrom = original
                copy.fields[.messageIdentifier] = nil
                catalog.copies.append(copy)
            }
        }
        catalog.copies.sort { ($0.message, $0.locale) < ($1.message, $1.locale) }
        let copied = Set(catalog.copies.map { Slot(message: $0.message, deliveredLocale: $0.locale.code) })
        catalog.records.removeAll { copied.contains(Slot(message: $0.message, deliveredLocale: $0.locale.code)) }
        catalog.unitsUsed = catalog.records.reduce(0) { $0 + $1.fields.count }
    }
}
