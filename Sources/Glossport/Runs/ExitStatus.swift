import GlossportProject
import GlossportReading

/// How a run, or a part of it, ends; the codes are part of the interface of every program that uses them.
public enum ExitStatus: Int32, Error, CaseIterable, Sendable {
    /// Everything that was planned is in place.
    case done = 0
    /// An error of no other kind.
    case unclassified = 1
    /// Wrong usage, an invalid project file, or input that cannot be read.
    case usage = 2
    /// Some items failed, or their fate is unknown.
    case partial = 3
    /// Findings or a difference from what was agreed to stopped the run; nothing was sent.
    case findings = 4
    /// An id or a default is taken by something else.
    case conflict = 5
    /// The service cannot be reached.
    case network = 6
    /// Credentials or access are refused.
    case credentials = 7
    /// The service has no room for more.
    case capacity = 8
    /// Quota or approval is pending: run again later.
    case notYet = 9
    /// The deadline is reached: run again to go on.
    case deadline = 10
    /// Another run holds the journal.
    case locked = 11
    /// Apple's review rejected an item, or a performance test failed.
    case rejected = 12
    /// A plan has work to do, where that was asked for.
    case workToDo = 20
    /// The run was interrupted: run again to go on.
    case interrupted = 130

    /// The status of what a use case or a session throws.
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
            case .unreachable: self = .network
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

    /// How work ends that was stopped before it was done.
    package init(_ cause: StopRequest.Cause) {
        switch cause {
        case .interrupted: self = .interrupted
        case .deadline: self = .deadline
        }
    }

    /// The one that several parts, or several projects, end with.
    package static func gravest(of statuses: some Sequence<ExitStatus>) -> ExitStatus {
        statuses.max { $0.gravity < $1.gravity } ?? .done
    }

    /// How severe it is beside others: what ends everything, unexpected errors, what stopped before anything was sent, unfinished work,
    /// waiting, and 0.
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
