/// The options one delivery gives to its reader.
public struct ReaderOptions: Sendable, Hashable {
    /// The locale that the user says the delivery is in.
    ///
    /// It counts; what the file says of its locale goes into ``ReadSummary/declared``, where a contradiction is found.
    public var locale: String?
    /// Values by option name, as text.
    public var values: [String: String]
    /// Which units are wanted; all if there is none.
    ///
    /// A reader may pass over other units: it counts them, hands out the first ``ReaderLimits/namedOthers`` as
    /// ``ReadEvent/other(_:)``, and need not judge their texts. It may also ignore the filter.
    public var wanted: KeyFilter?

    /// Makes options.
    ///
    /// - Parameters:
    ///   - locale: The locale that the user says the delivery is in.
    ///   - values: Values by option name, as text.
    ///   - wanted: Which units are wanted; all if there is none.
    public init(locale: String? = nil, values: [String: String] = [:], wanted: KeyFilter? = nil) {
        self.locale = locale
        self.values = values
        self.wanted = wanted
    }
}
