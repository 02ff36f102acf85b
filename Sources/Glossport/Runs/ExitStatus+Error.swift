import GlossportChecking
package import GlossportImporting
import GlossportReading

extension ExitStatus {
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
        case is RefusedDeliveries: self = .findings
        case let refusal as Refusal: self = refusal.status
        case let failure as FailedRun: self = ExitStatus(of: failure.cause)
        case let stopped as Stopped: self = ExitStatus(stopped.cause)
        case is OutOfQuota: self = .notYet
        case is CancellationError, is Declined: self = .interrupted
        default: self = .unclassified
        }
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
}
