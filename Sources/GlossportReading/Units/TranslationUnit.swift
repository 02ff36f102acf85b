/// One `key` in one `locale`, exactly as a delivery holds it.
///
/// Readers make units; they never map locales, interpret keys or judge texts: that is the catalog's and the rules' work.
public struct TranslationUnit: Sendable, Hashable {
    /// The resource key, such as `keep-annual.header`.
    public var key: String
    /// The locale as the vendor wrote it (`de_DE`, `zh-CN`), or `nil` where the file does not say.
    public var locale: String?
    /// The text in the source language, where the format carries it.
    public var source: String?
    /// The translation.
    ///
    /// `nil` where there is none. Readers never put the source text here.
    public var target: String?
    /// How far the translation has come.
    public var state: TranslationState
    /// Translator's notes and comments, in file order.
    public var notes: [String]
    /// The place of the text.
    ///
    /// The target if there is one, else the unit. For a quoted text, its opening quote.
    public var location: SourceLocation

    /// Makes a unit.
    ///
    /// - Parameters:
    ///   - key: The name of the unit in its file.
    ///   - locale: The locale as the file says it; `nil` if it says none.
    ///   - source: The text to be translated.
    ///   - target: The translation; `nil` where it is empty.
    ///   - state: How far the translation has come.
    ///   - notes: Notes for translators.
    ///   - location: The place of the text.
    public init(
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
