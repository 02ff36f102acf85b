/// The stable name of a rule, in kebab case: `header-too-long`, `csv-ragged-row`.
///
/// Rule ids are public interface: project files use them to set severities. A reader's ids start with the id of its
/// format.
public struct RuleID: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral {
    /// The name in kebab case.
    public var rawValue: String

    /// Creates an id from a name in kebab case.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates an id from a literal in kebab case.
    public init(stringLiteral value: String) { self.rawValue = value }
}
