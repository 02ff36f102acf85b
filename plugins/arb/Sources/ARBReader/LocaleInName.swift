import GlossportReading

/// Finds the locale in a file's name as Flutter does.
enum LocaleInName {
    /// Returns the first locale after an underscore (`app_de.arb`, `intl_zh_Hant.arb`), or the whole name (`de.arb`).
    ///
    /// Accepts a bare language only if the App Store supports it, because nearly every short word is some language's
    /// code.
    static func locale(in path: String) -> String? {
        guard let name = path.split(separator: "/").last, name.hasSuffix(".arb") else { return nil }
        let stem = name.dropLast(".arb".count)
        let starts = [stem.startIndex] + stem.indices.filter { stem[$0] == "_" }.map { stem.index(after: $0) }
        guard let word = starts.lazy.map({ stem[$0...] }).first(where: isLocale) else { return nil }
        return word.utf8.count > 2 || LanguageCodes.isStoreTag(word) ? String(word) : nil
    }

    /// Whether a word has the form of Flutter's locales: `de`, `zh_Hant`, `pt-BR`, `es_419`.
    private static func isLocale(_ word: Substring) -> Bool {
        LanguageCodes.isLanguage(String(word.prefix(2)))
            && word.wholeMatch(of: /[a-z]{2}(?:[_-][A-Z][a-z]{3})?(?:[_-](?:[A-Z]{2}|[0-9]{3}))?/) != nil
    }
}
