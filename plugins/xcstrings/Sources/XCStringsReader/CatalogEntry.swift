import GlossportReading

/// One key of a catalog with all its locales, held until its closing brace.
///
/// It must be held because `shouldTranslate` and the text in the source language may come after the translations.
struct CatalogEntry {
    /// How many locales one key may have.
    static let localizationLimit = 1_000
    /// How many bytes the texts of one key may have together.
    static let textLimit = 8 * ReaderLimits.textBytes

    /// The key; `nil` if it can't be used.
    var key: String?
    var place = TextCursor.Place()
    /// Whether the key is unwanted, so that its texts are counted and checked, but not kept.
    var isOther = false
    var comment: String?
    var isStale = false
    var shouldTranslate = true
    var localizations: [Localization] = []
    var textBytes = 0
    /// Whether something was left out because there was too much of it, which is reported once.
    var isOverfull = false
    /// Whether something about the whole entry is broken, so that its texts would not arrive right.
    var isSpoilt = false

    /// The key's name in a message.
    var name: String { (key ?? "").quoted }

    /// Makes it ready for the next key.
    mutating func reset() {
        var kept = localizations
        kept.removeAll(keepingCapacity: true)
        self = CatalogEntry()
        localizations = kept
    }

    /// The text in the source language: as written, else the key itself; `nil` where it varies.
    func source(_ sourceLanguage: String?) -> String? {
        guard let sourceLanguage else { return nil }
        guard let written = localizations.last(where: { $0.locale == sourceLanguage }) else { return key }
        guard written.variations.isEmpty, !written.isSpoilt else { return nil }
        return written.value ?? key
    }

    /// One locale of a key.
    struct Localization {
        /// The locale; `nil` if it can't be used.
        var locale: String?
        var place = TextCursor.Place()
        var value: String?
        var valuePlace: TextCursor.Place?
        var state = TranslationState.translated
        /// How the text varies: `plural`, `device`, `substitutions`.
        var variations: [String] = []
        /// Whether it can't be emitted for a reason that has been reported.
        var isSpoilt = false

        /// The locale's name in a message.
        var name: String { locale.map(CatalogEntry.plain) ?? "a locale" }
    }

    /// A locale as a message shows it.
    static func plain(_ locale: String) -> String { String(locale.quoted.dropFirst().dropLast()) }
}
