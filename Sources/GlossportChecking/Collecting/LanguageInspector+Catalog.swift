import GlossportProject
import GlossportReading

extension LanguageInspector {
    /// Guesses the languages of a catalog's texts.
    ///
    /// It joins texts before guessing, because a header alone is too short.
    package func inspect(_ catalog: Catalog) -> LanguageInventory {
        var inventory = LanguageInventory(isAvailable: true)
        var parts: [LanguageInventory.Part: [MessageRecord.Text]] = [:]
        var wholes: [StoreLocale: [MessageRecord.Text]] = [:]
        var sources: [String] = []
        for record in catalog.records {
            let values = record.texts.sorted { $0.key < $1.key }.map(\.value).filter { $0.text != nil }
            for value in values {
                parts[LanguageInventory.Part(path: value.location.path, locale: record.locale), default: []].append(
                    value
                )
                if let source = value.source, sources.count < Self.enough { sources.append(source) }
            }
            if wholes[record.locale, default: []].count < Self.enough { wholes[record.locale, default: []] += values }
            inventory.records.append(judged(values))
        }
        for (part, values) in parts {
            guard let place = values.map(\.location).min() else { continue }
            inventory.parts[part] = .init(guess: judged(values), texts: values.count, place: place)
        }
        for (locale, values) in wholes where values.count >= LanguageInventory.leastTexts {
            inventory.locales[locale] = judged(values)
        }
        for (record, whole) in zip(catalog.records, inventory.records) {
            for (field, value) in record.texts {
                let part = LanguageInventory.Part(path: value.location.path, locale: record.locale)
                let guesses = [whole, inventory.parts[part]?.guess].compactMap(\.self)
                guard let text = value.text, guesses.contains(where: { $0.contradicts(record.locale) })
                else {
                    continue
                }
                let slot = TextSlot(message: record.message, field: field, locale: record.locale)
                inventory.texts[slot] = guess(text)
            }
        }
        inventory.sources = guess(sources.joined(separator: "\n"))
        return inventory
    }

    /// The language of the joined texts; `nil` if they have too few letters or are ambiguous.
    private func judged(_ values: [MessageRecord.Text]) -> LanguageGuess? {
        let joined = values.prefix(Self.enough).compactMap(\.text).joined(separator: "\n")
        let letters = joined.unicodeScalars.reduce(0) { $0 + (Script(of: $1) == nil ? 0 : 1) }
        return letters < LanguageInventory.leastLetters ? nil : guess(joined)
    }

    /// The number of joined texts that is enough to identify a language.
    private static let enough = 64
}
