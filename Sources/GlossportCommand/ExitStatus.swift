import GlossportChecking
import GlossportImporting
import GlossportReading

/// How the process ends; the codes are part of the interface.
enum ExitStatus: Int32, Error, CaseIterable {
    case done = 0
    case unclassified = 1
    case usage = 2
    case partial = 3
    case findings = 4
    case conflict = 5
    case network = 6
    case credentials = 7
    case capacity = 8
    case notYet = 9
    case deadline = 10
    case locked = 11
    case rejected = 12
    case workToDo = 20
    case interrupted = 130

    /// What the code says; what stands before a colon is enough for a table.
    var meaning: String {
        switch self {
        case .done: "done: every planned item is in its desired state"
        case .unclassified: "unclassified error"
        case .usage: "usage, project file, unreadable input, a plugin that failed"
        case .partial: "partial: some items failed, or their fate is unknown"
        case .findings: "findings stopped the run, nothing was sent"
        case .conflict: "conflict: an id or a default is taken by something else"
        case .network: "network: the service can't be reached"
        case .credentials: "credentials or access refused"
        case .capacity: "capacity: the app holds 2,000 messages"
        case .notYet: "not yet: quota or approval pending, run again later (or --pending-ok)"
        case .deadline: "deadline reached, run again to go on"
        case .locked: "another run holds the journal"
        case .rejected: "Apple's review rejected an item"
        case .workToDo: "there is work to do (plan --detailed-exitcode only)"
        case .interrupted: "interrupted, run again to go on"
        }
    }

    /// The word for it in JSON, where a command has no other.
    var word: String {
        switch self {
        case .done: "done"
        case .unclassified: "failed"
        case .usage: "usage"
        case .partial: "partial"
        case .findings: "findings"
        case .conflict: "conflict"
        case .network: "network"
        case .credentials: "credentials"
        case .capacity: "capacity"
        case .notYet: "not-yet"
        case .deadline: "deadline"
        case .locked: "locked"
        case .rejected: "rejected"
        case .workToDo: "work-to-do"
        case .interrupted: "interrupted"
        }
    }

    static let helpText = allCases.map { status in
        let code = String(status.rawValue)
        return "  " + String(repeating: " ", count: 3 - code.count) + code + "  " + status.meaning
    }.joined(separator: "\n")

    init(_ error: GlossportError) {
        switch error.code {
        case .invalidOption, .invalidProject, .unreadableInput, .plugin: self = .usage
        case .credentials, .accessRefused: self = .credentials
        case .journalLocked: self = .locked
        case .quota: self = .notYet
        case .capacity: self = .capacity
        case .drift: self = .findings
        case .unreachable: self = .network
        case .notSubmitted: self = .conflict
        // It goes on with what is there then.
        case .inputChanged: self = .interrupted
        default: self = .unclassified
        }
    }

    init(_ outcome: SettleSummary.Outcome) {
        switch outcome {
        case .done: self = .done
        case .partial: self = .partial
        case .rejected: self = .rejected
        case .conflict: self = .conflict
        case .interrupted: self = .interrupted
        case .deadline: self = .deadline
        case .notYet: self = .notYet
        }
    }

    init(_ outcome: DefaultChange.Outcome) {
        switch outcome {
        case .done: self = .done
        case .partial: self = .partial
        case .conflict: self = .conflict
        }
    }

    init(_ outcome: PruneSummary.Outcome) {
        switch outcome {
        case .done: self = .done
        case .partial: self = .partial
        case .interrupted: self = .interrupted
        case .deadline: self = .deadline
        case .notYet: self = .notYet
        }
    }

    init(_ cause: StopRequest.Cause) {
        switch cause {
        case .interrupted: self = .interrupted
        case .deadline: self = .deadline
        }
    }

    /// The code of whatever ended a run.
    init(of error: any Error) { self = CommandFailure(error).status }

    init(_ outcome: RunSummary.Outcome) {
        switch outcome {
        case .done: self = .done
        case .partial: self = .partial
        case .conflict: self = .conflict
        case .credentials: self = .credentials
        case .capacity: self = .capacity
        case .notYet: self = .notYet
        case .deadline: self = .deadline
        case .interrupted: self = .interrupted
        case .failed: self = .unclassified
        }
    }
}

extension StopRequest.Cause {
    /// What has happened, to be followed by a colon and what to do.
    var sentence: String {
        switch self {
        case .interrupted: "Interrupted"
        case .deadline: "The deadline is reached"
        }
    }
}
