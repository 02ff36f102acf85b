/// A rule as documentation: what it is called, how bad it is by default, why it exists.
public struct RuleDescription: Sendable, Hashable, Encodable {
    /// The name that project files and output use.
    public var id: RuleID
    /// How bad a finding of it is, unless the project file says otherwise.
    public var severity: Severity
    /// One paragraph: what it finds, why that matters, what to do.
    public var explanation: String

    /// Makes a description.
    ///
    /// - Parameters:
    ///   - id: The name; a reader's begins with the id of its format.
    ///   - severity: How bad a finding of it is by default.
    ///   - explanation: One paragraph: what it finds, why that matters, what to do.
    public init(_ id: RuleID, _ severity: Severity, _ explanation: String) {
        self.id = id
        self.severity = severity
        self.explanation = explanation
    }
}

extension [RuleDescription] {
    /// How bad each rule's findings are by default; of two with one id, the first counts.
    package var severities: [RuleID: Severity] {
        Dictionary(map { ($0.id, $0.severity) }, uniquingKeysWith: { first, _ in first })
    }
}
