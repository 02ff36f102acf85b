import GlossportReading

/// One key of a catalog with all its locales, held until its closing brace.
///
/// It must be held because `shouldTranslate` and the source text may follow the translations.
struct CatalogEntry {
    static let localizationLimit = 1_000
    /// The maximum total length of the texts of one key, in bytes.
    static let textLimit = 8 * ReaderLimits.textBytes

    /// The key; `nil` if it cannot be used.
    var key: String?
    var place = TextCursor.Place()
    /// Whether the key is unwanted, so that its texts are counted and checked but not kept.
    var isUnwanted = false
    var comment: String?
    var isStale = false
    var shouldTranslate = true
    var localizations: [Localization] = []
    var textBytes = 0
    /// Whether content exceeded a limit and was dropped, which is reported once.
    var isOverfull = false
    /// Whether a defect affects the whole entry, so that its texts cannot be emitted.
    var isSpoiled = false

    var name: String { (key ?? "").quoted }

    /// Resets the entry for the next key; keeps the array's capacity.
    mutating func reset() {
        var kept = localizations
        kept.removeAll(keepingCapacity: true)
        self = CatalogEntry()
        localizations = kept
    }

    /// Returns the text in the source language, or the key if there is none; `nil` if the source language is unknown or
    /// the text varies or has a defect.
    func source(_ sourceLanguage: String?) -> String? {
        guard let sourceLanguage else { return nil }
        guard let written = localizations.last(where: { $0.locale == sourceLanguage }) else { return key }
        guard written.variations.isEmpty, !written.isSpoiled else { return nil }
        return written.value ?? key
    }

    struct Localization {
        /// The locale; `nil` if it cannot be used.
        var locale: String?
        var place = TextCursor.Place()
        var value: String?
        var valuePlace: TextCursor.Place?
        var state = TranslationState.translated
        /// The kinds of variation: `plural`, `device`, `substitutions`.
        var variations: [String] = []
        /// Whether it cannot be emitted because of a defect that has been reported.
        var isSpoiled = false

        var name: String { locale.map(CatalogEntry.plain) ?? "a locale" }
    }

    static func plain(_ locale: String) -> String { String(locale.quoted.dropFirst().dropLast()) }
}
