/// One `key` in one `locale`, exactly as a delivery holds it.
///
/// Readers make units; they never map locales, interpret keys or judge texts: that is the catalog's and the rules' work.
package struct TranslationUnit: Sendable, Hashable {
    /// The resource key, such as `keep-annual.header`.
    package var key: String
    /// The locale as the vendor wrote it (`de_DE`, `zh-CN`), or `nil` where the file does not say.
    package var locale: String?
    /// The text in the source language, where the format carries it.
    package var source: String?
    /// The translation.
    ///
    /// `nil` where there is none. Readers never put the source text here.
    package var target: String?
    /// How far the translation has come.
    package var state: TranslationState
    /// Translator's notes and comments, in file order.
    package var notes: [String]
    /// Where the text stands.
    ///
    /// The target if there is one, else the unit. For a quoted text, its opening quote.
    package var location: SourceLocation

    package init(
        key: String,
        locale: String?,
        source: String? = nil,
        target: String?,
        state: TranslationState,
        notes: [String] = [],
        location: SourceLocation
    ) {
        self.key = key
        self.locale = locale
        self.source = source
        self.target = target
        self.state = state
        self.notes = notes
        self.location = location
    }
}
