/// An event of a reader while it reads.
public enum ReadEvent: Sendable {
    /// A translation unit.
    case unit(TranslationUnit)
    /// One of the first units that were passed over, see ``ReaderOptions/wanted``.
    case other(OtherUnit)
    /// A defect of the file.
    case finding(Finding)
}

/// A skipped unit, for the examples that a report shows.
public struct OtherUnit: Sendable, Hashable {
    /// The name of the unit in its file.
    public var key: String
    /// The locale as the file says it; `nil` if it says none.
    public var locale: String?
    /// The place of the unit.
    public var location: SourceLocation

    /// Makes one.
    ///
    /// - Parameters:
    ///   - key: The name of the unit in its file.
    ///   - locale: The locale as the file says it.
    ///   - location: The place of the unit.
    public init(key: String, locale: String?, location: SourceLocation) {
        self.key = key
        self.locale = locale
        self.location = location
    }
}
