/// The severity of a finding.
public enum Severity: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Informational; the terminal shows it only on request.
    case note
    /// Probably wrong; shown, but does not stop a run.
    case warning
    /// Stops the run before anything is sent.
    case error

    /// Orders by severity: note, warning, error.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}
