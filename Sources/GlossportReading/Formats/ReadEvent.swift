/// An event that a reader emits.
public enum ReadEvent: Sendable {
    /// A translation unit.
    case unit(TranslationUnit)
    /// A skipped unit, as an example; see ``ReaderOptions/wanted``.
    case other(OtherUnit)
    /// A defect of the file.
    case finding(Finding)
}

/// A skipped unit, shown as an example in a report.
public struct OtherUnit: Sendable, Hashable {
    /// The key of the unit in its file.
    public var key: String
    /// The locale in the user's or the vendor's spelling; `nil` if neither names one.
    public var locale: String?
    /// The location of the unit.
    public var location: SourceLocation

    /// Creates a skipped unit.
    public init(key: String, locale: String?, location: SourceLocation) {
        self.key = key
        self.locale = locale
        self.location = location
    }
}
