extension StoreLocale {
    /// The locale from which the others were most probably translated: most teams write English.
    package static func likelySource(among locales: Set<StoreLocale>) -> StoreLocale? {
        let english = locales.filter { $0.code.hasPrefix("en-") }
        return ["en-US", "en-GB"].lazy.compactMap { StoreLocale($0) }.first(where: english.contains)
            ?? (english.count == 1 ? english.first : nil)
    }

    /// The locale of the same language whose texts could be shown in this one, the language's main region first.
    ///
    /// - Parameter delivered: The locales that have texts.
    /// - Returns: `nil` if none of them is of the language, or it is one of them itself.
    package func sibling(among delivered: Set<StoreLocale>) -> StoreLocale? {
        // One of the two Chinese scripts cannot stand in for the other.
        guard !delivered.contains(self), let language = code.split(separator: "-").first, language != "zh" else {
            return nil
        }
        let siblings = delivered.filter { $0.code.hasPrefix(language + "-") }
        return siblings.first { $0.code == LocaleTables.mainCode[String(language)] } ?? siblings.min()
    }

    /// The entries of `locales.also` that would show texts in every locale of the delivered languages.
    ///
    /// - Parameter delivered: The locales that have texts.
    /// - Returns: For each original, the locales that have none; in YAML, as in `{ fr-FR: [fr-CA] }`. `nil` if there are none.
    package static func proposedCopies(of delivered: Set<StoreLocale>) -> String? {
        let pairs = all.compactMap { StoreLocale($0) }.compactMap { copy in
            copy.sibling(among: delivered).map { (original: $0, copy: copy) }
        }
        let lists = Dictionary(grouping: pairs, by: \.original).sorted { $0.key < $1.key }.map { original, pairs in
            "\(original): [\(pairs.map(\.copy.code).joined(separator: ", "))]"
        }
        return lists.isEmpty ? nil : "{ \(lists.joined(separator: ", ")) }"
    }
}
