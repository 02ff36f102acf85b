import GlossportReading

extension LanguageInspector {
    /// Guesses the languages of everything in a catalog, on joined texts: a header alone says too little.
    package func inspect(_ catalog: Catalog) -> LanguageInventory {
        var inventory = LanguageInventory(isAvailable: true)
        var parts: [LanguageInventory.Part: [String]] = [:]
        var wholes: [StoreLocale: [String]] = [:]
        var places: [LanguageInventory.Part: SourceLocation] = [:]
        var sources: [String] = []
        for record in catalog.records {
            var texts: [String] = []
            for (_, value) in record.texts.sorted(by: { $0.key < $1.key }) {
                if let source = value.source, sources.count < Self.enough { sources.append(source) }
                guard let text = value.text else { continue }
                texts.append(text)
                let part = LanguageInventory.Part(path: value.location.path, locale: record.locale)
                parts[part, default: []].append(text)
                places[part] = min(places[part] ?? value.location, value.location)
            }
            let joined = texts.joined(separator: "\n")
            inventory.letters.append(Self.letters(in: joined))
            inventory.records.append(guess(joined))
            if wholes[record.locale, default: []].count < Self.enough { wholes[record.locale, default: []] += texts }
        }
        for (part, texts) in parts {
            guard let place = places[part] else { continue }
            inventory.parts[part] = LanguageInventory.Judged(
                guess: guess(texts.prefix(Self.enough).joined(separator: "\n")),
                texts: texts.count,
                place: place
            )
        }
        for (locale, texts) in wholes where texts.count >= LanguageInventory.leastTexts {
            inventory.locales[locale] = guess(texts.prefix(Self.enough).joined(separator: "\n"))
        }
        inventory.sources = guess(sources.joined(separator: "\n"))
        return inventory
    }

    /// So many joined texts tell a language for certain; more would only take time.
    private static let enough = 64

    private static func letters(in text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + (Script(of: $1) == nil ? 0 : 1) }
    }
}
