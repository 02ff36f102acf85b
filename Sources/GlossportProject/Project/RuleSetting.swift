package import GlossportReading

package enum RuleSetting: String, Sendable, Hashable, CaseIterable {
    case error
    case warning
    case note
    case off

    package var severity: Severity? {
        switch self {
        case .error: .error
        case .warning: .warning
        case .note: .note
        case .off: nil
        }
    }
}
