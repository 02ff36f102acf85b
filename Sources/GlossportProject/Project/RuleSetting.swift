package import GlossportReading

/// A project's severity for a rule's findings.
package enum RuleSetting: String, Sendable, Hashable, CaseIterable {
    case error
    case warning
    case note
    case off

    /// The severity, or `nil` for ``off``.
    package var severity: Severity? {
        switch self {
        case .error: .error
        case .warning: .warning
        case .note: .note
        case .off: nil
        }
    }
}
