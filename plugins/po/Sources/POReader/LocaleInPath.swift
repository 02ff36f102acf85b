import GlossportReading

/// The locale in the name of a file or its folder, as in `de/LC_MESSAGES/app.po` and `pt_BR.po`.
struct LocaleInPath {
    /// The locale in its original spelling.
    let name: String
    let isFolder: Bool

    /// Finds a locale in a path; `nil` if there is none.
    ///
    /// A file may have any short name, such as `my.po`, so a two-letter code alone counts only if the App Store
    /// supports the language.
    init?(_ source: SourceFile) {
        let parts = source.path.split(separator: "/")
        if parts.count >= 3, parts[parts.count - 2] == "LC_MESSAGES", Self.isLocale(parts[parts.count - 3]) {
            (name, isFolder) = (String(parts[parts.count - 3]), true)
            return
        }
        guard source.fileExtension == "po" else { return nil }
        let word = source.name.dropLast(".po".count)
        let isWhole = Self.isLocale(word) && (word.utf8.count > 2 || LanguageCodes.isStoreTag(word))
        guard let name = isWhole ? String(word) : source.fileNameLocale else { return nil }
        (self.name, isFolder) = (name, false)
    }

    /// Whether a word has the form of gettext's locales: `fil`, `zh-Hans_CN`, `sr@latin`.
    private static func isLocale(_ word: Substring) -> Bool {
        let pieces = word.split(separator: "@", omittingEmptySubsequences: false)
        guard let tag = pieces.first, tag.prefix(2).allSatisfy({ ("a"..."z").contains($0) }), pieces.count <= 2,
            pieces.dropFirst().allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isLetter } })
        else { return false }
        return LanguageTag(String(tag)).map { LanguageCodes.isLanguage($0.language) } ?? false
    }
}
