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

    /// Returns the value of an option that is `true` or `false`.
    ///
    /// - Parameters:
    ///   - name: The option, which is `false` if it is missing.
    ///   - format: The format, for the error.
    /// - Returns: The value.
    /// - Throws: ``GlossportError`` with code `invalidOption` for any other value.
    public func flag(_ name: String, of format: String) throws -> Bool {
        guard let value = values[name] else { return false }
        switch value.trimmingWhitespace.lowercased() {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default: throw GlossportError.invalidOption(name, value, of: format, "Write true or false.")
        }
    }
}
