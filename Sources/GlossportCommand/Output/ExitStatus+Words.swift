import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

extension ExitStatus {
    /// The meaning of the code; a table shows only the part before the colon.
    var meaning: String {
        switch self {
        case .done: "done: every planned item is in its desired state"
        case .unclassified: "unclassified error"
        case .usage: "usage, project file, unreadable input, a plugin that failed"
        case .partial: "partial: some items failed, or their fate is unknown"
        case .findings: "findings stopped the run, nothing was sent"
        case .conflict: "conflict: an id or a default is taken, or a text would be set back"
        case .network: "network: the service can't be reached"
        case .credentials: "credentials or access refused"
        case .capacity: "capacity: the app holds 2,000 messages"
        case .notYet: "not yet: quota or Apple's review pending, run again later (or --pending-ok)"
        case .deadline: "deadline reached, run again to continue"
        case .locked: "another run holds the journal"
        case .rejected: "Apple's review rejected an item, or a performance test failed"
        case .workToDo: "there is work to do (plan --detailed-exitcode only)"
        case .interrupted: "interrupted, run again to continue"
        }
    }

    /// The outcome in JSON, if a command does not define a more specific one.
    var word: String {
        switch self {
        case .unclassified: "failed"
        case .notYet: "not-yet"
        case .workToDo: "work-to-do"
        case .done, .usage, .partial, .findings, .conflict, .network, .credentials, .capacity, .deadline, .locked,
            .rejected,
            .interrupted:
            "\(self)"
        }
    }
}

extension StopRequest.Cause {
    /// A clause about the event; callers add a colon and the next step.
    var sentence: String {
        switch self {
        case .interrupted: "Interrupted"
        case .deadline: "The deadline was reached"
        }
    }
}

extension Refusal {
    /// The differences that caused the refusal, one line each.
    var lines: [String] {
        switch cause {
        case .unapproved(let statuses, let destination): ApprovalReport(statuses, destination).unapprovedLines
        case .setBack(let setBacks): SetBack.lines(setBacks)
        case .notPassed, .otherEnvironment, .drift, .noRoom: differences
        }
    }

    /// The error, with a remedy for the command line.
    var error: GlossportError {
        let code: GlossportError.Code =
            switch cause {
            case .noRoom: .capacity
            case .setBack: .setBack
            case .unapproved, .notPassed, .otherEnvironment, .drift: .drift
            }
        return GlossportError(code, description, remedy: remedy)
    }

    private var remedy: String {
        switch cause {
        case .unapproved(let statuses, let destination):
            let locales = statuses.map(\.locale).joined(separator: ",")
            return """
                Review it with `glossport preview --locale \(locales)`, then record the approval: `glossport approve --environment \
                \(destination.environment.rawValue) --locale \(locales) --by NAME`.
                """
        case .notPassed: return "Import it there, and run `glossport settle` until it is approved."
        case .setBack(let setBacks): return SetBack.remedy(of: setBacks)
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
