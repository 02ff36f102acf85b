/// How bad a finding is.
public enum Severity: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Worth knowing; shown only when asked for.
    case note
    /// Probably wrong; shown, and does not stop a run.
    case warning
    /// Stops the run before anything is sent.
    case error

    /// By how bad it is: note, warning, error.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}
