import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

extension Refusal {
    /// The differences that caused the refusal, one line each.
    var lines: [String] {
        guard case .unapproved(let standings, let destination) = cause else { return differences }
        return ApprovalReport(standings, destination).complaints
    }

    /// The error, with what to do about it on the command line.
    var error: GlossportError {
        if case .noRoom = cause { return GlossportError(.capacity, description, remedy: remedy) }
        return GlossportError(.drift, description, remedy: remedy)
    }

    private var remedy: String {
        switch cause {
        case .unapproved(let standings, let destination):
            let locales = standings.map(\.locale).joined(separator: ",")
            return """
                Review it with `glossport preview --locale \(locales)`, then record the approval: `glossport approve --environment \
                \(destination.environment.rawValue) --locale \(locales) --by NAME`.
                """
        case .notPassed: return "Import it there, and run `glossport settle` until it is approved."
        case .otherEnvironment(let environment): return "Add --environment \(environment.rawValue)."
        case .drift: return "Create a new plan with `glossport plan --out FILE`, and review it."
        case .noRoom(_, let promotes):
            return """
                `glossport prune` shows which are no longer used; or choose with --message and --locale which to send\
                \(promotes ? "" : ", or apply a saved plan").
                """
        }
    }
}
