private import ArgumentParser
private import Foundation
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
    case credentials = 7
    case capacity = 8
    case notYet = 9
    case deadline = 10
    case locked = 11
    case rejected = 12
    case interrupted = 130

    private var meaning: String {
        switch self {
        case .done: "done: every planned item is in its desired state"
        case .unclassified: "unclassified error"
        case .usage: "usage, project file, unreadable input, a plugin that failed"
        case .partial: "partial: some items failed, or their fate is unknown"
        case .findings: "findings stopped the run, nothing was sent"
        case .conflict: "conflict: an id or a default is taken by something else"
        case .credentials: "credentials or access refused"
        case .capacity: "capacity: the app holds 2,000 messages"
        case .notYet: "not yet: quota or approval pending, run again later (--pending-ok: 0 if only approval is)"
        case .deadline: "deadline reached, run again to go on"
        case .locked: "another run holds the journal"
        case .rejected: "Apple's review rejected an item"
        case .interrupted: "interrupted, run again to go on"
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
    init(of error: any Error) {
        switch error {
        case let status as ExitStatus: self = status
        case let error as GlossportError: self = ExitStatus(error)
        case let stopped as Stopped: self = ExitStatus(stopped.cause)
        case is OutOfQuota: self = .notYet
        case is CancellationError: self = .interrupted
        default: self = .unclassified
        }
    }

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

    /// Says on stderr what went wrong, and ends the process: the only place that does.
    ///
    /// - Parameters:
    ///   - error: What went wrong.
    ///   - arguments: What was asked for, to tell of wrong usage where help is and where a wrong value comes from.
    static func leave(with error: any Error, arguments: EnvironmentArguments.Completed?) -> Never {
        Output.flush()
        switch error {
        case let status as ExitStatus: exit(status.rawValue)
        case let error as GlossportError:
            Output.error(error)
            exit(ExitStatus(error).rawValue)
        case let error as ProjectFileError:
            for problem in error.problems { Output.error(problem) }
            exit(usage.rawValue)
        case let stopped as Stopped:
            Output.talk("\(stopped.cause.sentence): run the same command again to go on.")
            exit(ExitStatus(stopped.cause).rawValue)
        case let quota as OutOfQuota:
            Output.error(
                GlossportError(
                    .quota,
                    "The hour's quota for \(quota.endpoint.purpose) is used up until \(TimeText.clock(quota.resumeAt)).",
                    remedy: "Run the same command again then, or wait for it with a longer --wait-for-quota."
                )
            )
            exit(notYet.rawValue)
        case is CancellationError: exit(interrupted.rawValue)
        default:
            let code = GlossportCommand.exitCode(for: error)
            let message = GlossportCommand.message(for: error).split(separator: "\n").joined(separator: " ")
            guard code == .validationFailure else {
                Output.error(GlossportError(.invalidOption, message))
                exit(unclassified.rawValue)
            }
            let name = GlossportCommand.name(of: arguments?.arguments ?? [])
            Output.error(
                GlossportError(
                    .invalidOption,
                    message.hasSuffix(".") || message.hasSuffix("?") ? message : message + ".",
                    remedy: Advice(
                        [arguments?.origin(in: message), "`\(name) --help` shows what there is."]
                            .compactMap(\.self).joined(separator: " ")
                    )
                )
            )
            // ArgumentParser says 64 for wrong usage; this command says 2, as its neighbours do.
            exit(usage.rawValue)
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
