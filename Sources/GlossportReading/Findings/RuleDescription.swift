/// The documentation of a rule: its name, default severity and purpose.
public struct RuleDescription: Sendable, Hashable, Encodable {
    /// The name used in project files and output.
    public var id: RuleID
    /// The default severity of its findings; the project file may change it.
    public var severity: Severity
    /// One paragraph: the problem that the rule finds, why it matters, and the remedy.
    public var explanation: String

    /// Creates a description.
    public init(_ id: RuleID, _ severity: Severity, _ explanation: String) {
        self.id = id
        self.severity = severity
        self.explanation = explanation
    }
}

extension [RuleDescription] {
    /// The default severity of each rule; the first wins if two have the same id.
    package var severities: [RuleID: Severity] {
        Dictionary(map { ($0.id, $0.severity) }, uniquingKeysWith: { first, _ in first })
    }
}
