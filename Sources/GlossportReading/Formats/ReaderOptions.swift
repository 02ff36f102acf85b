/// The options that a delivery passes to its reader.
public struct ReaderOptions: Sendable, Hashable {
    /// The delivery's locale according to the user.
    ///
    /// It overrides the file's own declaration, which goes into ``ReadSummary/declared`` so that a contradiction can be
    /// reported.
    public var locale: String?
    /// The values by option name.
    public var values: [String: String]
    /// The filter for wanted units; `nil` if all are wanted.
    ///
    /// A reader may skip other units. It counts them, emits the first ``ReaderLimits/namedOthers`` as
    /// ``ReadEvent/other(_:)``, and need not check their texts. It may also ignore the filter.
    public var wanted: KeyFilter?

    /// Creates options.
    public init(locale: String? = nil, values: [String: String] = [:], wanted: KeyFilter? = nil) {
        self.locale = locale
        self.values = values
        self.wanted = wanted
    }
}
