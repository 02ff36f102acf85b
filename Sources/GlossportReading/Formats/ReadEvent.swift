/// An event that a reader emits.
public enum ReadEvent: Sendable {
    /// A translation unit.
    case unit(TranslationUnit)
    /// One of the first skipped units; see ``ReaderOptions/wanted``.
    case other(OtherUnit)
    /// A defect of the file.
    case finding(Finding)
}

/// A skipped unit, shown as an example in a report.
public struct OtherUnit: Sendable, Hashable {
    /// The key of the unit in its file.
    public var key: String
    /// The locale as the file declares it; `nil` if it declares none.
    public var locale: String?
    /// The place of the unit.
    public var location: SourceLocation

    /// Creates a skipped unit.
    public init(key: String, locale: String?, location: SourceLocation) {
        self.key = key
        self.locale = locale
        self.location = location
    }
}
