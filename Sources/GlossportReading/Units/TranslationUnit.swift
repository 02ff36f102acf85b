/// One `key` in one `locale`, as the delivery contains it.
///
/// Readers create units. They do not map locales to the App Store's, match keys or judge translations; the catalog and
/// the rules do that.
public struct TranslationUnit: Sendable, Hashable {
    /// The resource key, such as `keep-annual.header`.
    public var key: String
    /// The locale in the user's or the vendor's spelling (`de_DE`, `zh-CN`); `nil` if neither names one.
    public var locale: String?
    /// The text in the source language, if the format contains it.
    public var source: String?
    /// The translation.
    ///
    /// `nil` if there is none. Readers never put the source text here.
    public var target: String?
    /// The state of the translation.
    public var state: TranslationState
    /// The notes and comments for translators, in file order.
    public var notes: [String]
    /// The location of the text.
    ///
    /// The target if there is one, otherwise the unit. For a quoted text, its opening quotation mark.
    public var location: SourceLocation

    /// Creates a unit.
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
