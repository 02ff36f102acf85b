import GlossportReading

/// The locale that a file's name declares, as Flutter reads it.
enum LocaleInName {
    /// The locale behind the first underscore that one follows (`app_de.arb`, `intl_zh_Hant.arb`), or all of the name (`de.arb`).
    ///
    /// Nearly every short word is some language's code. So of bare languages only the App Store's count.
    ///
    /// - Parameter path: The file's path.
    /// - Returns: The locale as it is written; `nil` if there is none.
    static func locale(in path: String) -> String? {
        guard let name = path.split(separator: "/").last, name.hasSuffix(".arb") else { return nil }
        let stem = name.dropLast(".arb".count)
        let starts = [stem.startIndex] + stem.indices.filter { stem[$0] == "_" }.map { stem.index(after: $0) }
        guard let word = starts.lazy.map({ stem[$0...] }).first(where: isLocale) else { return nil }
        return word.utf8.count > 2 || LanguageCodes.isStoreTag(word) ? String(word) : nil
    }

    /// Whether a word has the form that Flutter writes: `de`, `zh_Hant`, `pt-BR`, `es_419`.
    private static func isLocale(_ word: Substring) -> Bool {
        LanguageCodes.isLanguage(String(word.prefix(2)))
            && word.wholeMatch(of: /[a-z]{2}(?:[_-][A-Z][a-z]{3})?(?:[_-](?:[A-Z]{2}|[0-9]{3}))?/) != nil
    }
}
