private import GlossportChecking
package import GlossportImporting
package import GlossportReading

/// How a run ends; the codes are part of the interface of every program that uses them.
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

    package init(_ error: GlossportError) {
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
    }

    /// - Parameters:
    ///   - summary: The result of settling.
    ///   - pendingIsDone: Whether a pending review is as good as done.
    package init(_ summary: SettleSummary, pendingIsDone: Bool = false) {
        self =
            pendingIsDone && summary.outcome == .notYet && summary.need == .review ? .done : ExitStatus(summary.outcome)
    }

    /// The status of a look at the defaults that a project wants.
    package init(_ coverage: Coverage) {
        self =
            if coverage.count(.taken) > 0 {
                .conflict
            } else if coverage.count(.rejected) > 0 {
                .rejected
            } else if coverage.count(.missing) + coverage.count(.doubtful) + coverage.count(.refused) > 0 {
                .partial
            } else if [.waiting, .old, .rolledBack, .withdrawn].contains(where: { coverage.count($0) > 0 }) {
                .notYet
            } else {
                .done
            }
    }

    package init(_ cause: StopRequest.Cause) { self.init(RunOutcome(cause)) }

    package init(_ outcome: RunOutcome) {
        switch outcome {
        case .done: self = .done
        case .partial: self = .partial
        case .rejected: self = .rejected
        case .conflict: self = .conflict
        case .credentials: self = .credentials
        case .capacity: self = .capacity
        case .notYet: self = .notYet
        case .deadline: self = .deadline
        case .interrupted: self = .interrupted
        case .failed: self = .unclassified
        }
    }

    /// The status of what a use case or a session throws.
    public init(of error: any Error) {
        switch error {
        case let status as ExitStatus: self = status
        case let error as GlossportError: self = ExitStatus(error)
        case is ProjectFileError: self = .usage
        case is RefusedDeliveries: self = .findings
        case let refusal as Refusal: self = refusal.status
        case let failure as FailedRun: self = ExitStatus(of: failure.cause)
        case let stopped as Stopped: self = ExitStatus(stopped.cause)
        case is OutOfQuota: self = .notYet
        case is CancellationError, is Declined: self = .interrupted
        default: self = .unclassified
        }
    }
}
