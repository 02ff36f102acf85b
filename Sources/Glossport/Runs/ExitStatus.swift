import GlossportProject
import GlossportReading

/// The result of a run or a part of it; the codes are part of the interface of every program that uses them.
public enum ExitStatus: Int32, Error, CaseIterable, Sendable {
    /// Everything that was planned is in place.
    case done = 0
    /// Any other error.
    case unclassified = 1
    /// Wrong usage, an invalid project file, or input that cannot be read.
    case usage = 2
    /// Some items failed, or their state is unknown.
    case partial = 3
    /// Findings, or a difference from the agreed plan, stopped the run; nothing was sent.
    case findings = 4
    /// An id or a default is already used for something else.
    case conflict = 5
    /// The service cannot be reached.
    case network = 6
    /// Credentials or access are refused.
    case credentials = 7
    /// The service has no room for more.
    case capacity = 8
    /// Quota or Apple's review is pending: run again later.
    case notYet = 9
    /// The deadline was reached: run again to continue.
    case deadline = 10
    /// Another run holds the journal.
    case locked = 11
    /// Apple's review rejected an item, or a performance test failed.
    case rejected = 12
    /// A plan contains changes, and the user asked to report that.
    case workToDo = 20
    /// The run was interrupted: run again to continue.
    case interrupted = 130

    /// Returns the exit status for an error from a use case or a session.
    public init(of error: any Error) {
        switch error {
        case let status as ExitStatus: self = status
        case let error as GlossportError:
            switch error.code {
            case .invalidOption, .invalidProject, .unreadableInput, .plugin: self = .usage
            case .credentials, .accessRefused: self = .credentials
            case .journalLocked: self = .locked
            case .quota: self = .notYet
            case .capacity: self = .capacity
            case .drift: self = .findings
            case .setBack: self = .conflict
            case .unreachable: self = .network
            case .journal, .service, .internalError: self = .unclassified
            // Codes of other programs.
            default: self = .unclassified
            }
        case is ProjectFileError: self = .usage
        case let refusal as any RunResult: self = refusal.status
        case let failure as FailedRun: self = ExitStatus(of: failure.cause)
        case let stopped as Stopped: self = ExitStatus(stopped.cause)
        case is OutOfQuota: self = .notYet
        case is CancellationError, is Declined: self = .interrupted
        default: self = .unclassified
        }
    }

    /// Returns the exit status for work that was stopped.
    package init(_ cause: StopRequest.Cause) {
        switch cause {
        case .interrupted: self = .interrupted
        case .deadline: self = .deadline
        }
    }

    /// Returns the most severe status, for several parts or projects.
    package static func gravest(of statuses: some Sequence<ExitStatus>) -> ExitStatus {
        statuses.max { $0.gravity < $1.gravity } ?? .done
    }

    /// The severity, from highest to lowest: interruption, unexpected errors, problems that a user must fix, runs that
    /// must be repeated, waiting, success.
    var gravity: Int {
        switch self {
        case .interrupted: 14
        case .unclassified: 13
        case .usage: 12
        case .credentials: 11
        case .findings: 10
        case .conflict: 9
        case .capacity: 8
        case .rejected: 7
        case .partial: 6
        case .network: 5
        case .locked: 4
        case .deadline: 3
        case .notYet: 2
        case .workToDo: 1
        case .done: 0
        }
    }
}
