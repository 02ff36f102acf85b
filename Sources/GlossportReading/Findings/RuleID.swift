/// The stable name of a rule, in kebab case: `header-too-long`, `csv-ragged-row`.
///
/// Rule ids are part of the interface: project files set severities by them. A reader's ids start with its format.
public struct RuleID: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral {
    /// The name in kebab case.
    public var rawValue: String

    /// Makes an id.
    ///
    /// - Parameter rawValue: The name in kebab case.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes an id from a literal.
    ///
    /// - Parameter value: The name in kebab case.
    public init(stringLiteral value: String) { self.rawValue = value }
}
