extension StoreLocale {
    /// The likeliest source locale: `en-US`, then `en-GB`, then the only English one.
    package static func likelySource(among locales: Set<StoreLocale>) -> StoreLocale? {
        let english = locales.filter { $0.code.hasPrefix("en-") }
        return ["en-US", "en-GB"].lazy.compactMap { StoreLocale($0) }.first(where: english.contains)
            ?? (english.count == 1 ? english.first : nil)
    }

    /// The delivered locale of the same language whose texts this locale can show, preferably the language's main
    /// region.
    ///
    /// - Parameter delivered: The locales that have texts.
    /// - Returns: `nil` if no delivered locale has the same language, if this locale is delivered, or for Chinese.
    package func sibling(among delivered: Set<StoreLocale>) -> StoreLocale? {
        // Simplified and Traditional Chinese cannot replace each other.
        guard !delivered.contains(self), let language = code.split(separator: "-").first, language != "zh" else {
            return nil
        }
        let siblings = delivered.filter { $0.code.hasPrefix(language + "-") }
        return siblings.first { $0.code == LocaleTables.mainCode[String(language)] } ?? siblings.min()
    }

    /// The entries of `locales.also` that would fill every locale of the delivered languages.
    ///
    /// - Parameter delivered: The locales that have texts.
    /// - Returns: YAML that maps each delivered locale to those without texts, such as `{ fr-FR: [fr-CA] }`; `nil` if
    ///   every locale of these languages has texts.
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
