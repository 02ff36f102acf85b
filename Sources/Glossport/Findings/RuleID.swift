/// The stable name of a rule, in kebab case: `header-too-long`, `csv-ragged-row`.
///
/// Rule ids are part of the interface: project files set severities by them. A reader's ids start with its format.
package struct RuleID: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral {
    package var rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
    package init(stringLiteral value: String) { self.rawValue = value }
}

/// A rule as documentation: what it is called, how bad it is by default, why it exists.
package struct RuleDescription: Sendable, Hashable {
    package var id: RuleID
    package var severity: Severity
    /// One paragraph: what it finds, why that matters, what to do.
    package var explanation: String

    package init(_ id: RuleID, _ severity: Severity, _ explanation: String) {
        self.id = id
        self.severity = severity
        self.explanation = explanation
    }
}
