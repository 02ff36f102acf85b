private import ArgumentParser
private import Foundation
import Glossport
import GlossportProject
import GlossportReading

/// The reason why a command ended early: an exit code, and its reports for people and programs.
struct CommandFailure {
    private(set) var status: ExitStatus
    /// The errors, the main reason first; empty if the command has already shown them.
    private(set) var errors: [GlossportError] = []
    /// The differences that caused the refusal, one line each.
    private(set) var differences: [String] = []
    /// The sentence for a declined question.
    private(set) var answer: String?
    /// A sentence that replaces the errors if the command was stopped.
    private(set) var notice: String?
    /// The check of the deliveries, if findings are the reason.
    private(set) var check: CheckReport?
    /// The exhausted quota, if it is the reason.
    private(set) var quota: OutOfQuota?
    /// The run that failed, if it was recorded.
    private(set) var run: FailedRun?
    /// Whether stdout already contains the failure.
    private(set) var isReported = false

    init(_ error: any Error) {
        status = ExitStatus(of: error)
        switch error {
        case is ExitStatus, is CancellationError: break
        case let error as GlossportError: errors = [error]
        case let error as ProjectFileError: errors = error.problems
        case let refused as RefusedDeliveries: check = CheckReport(refused.review)
        case let refusal as Refusal:
            errors = [refusal.error]
            differences = refusal.lines
        case let declined as Declined: answer = declined.question.refusal
        case let run as FailedRun:
            self = CommandFailure(run.cause)
            self.run = run
        case let reported as ReportedError:
            self = CommandFailure(reported.cause)
            if let status = reported.status { self.status = status }
            isReported = true
        case let stopped as Stopped:
            notice = "\(stopped.cause.sentence): run the same command again to continue."
        case let quota as OutOfQuota: (errors, self.quota) = ([quota.error], quota)
        default:
            let message = GlossportCommand.message(for: error).split(separator: "\n").joined(separator: " ")
            guard GlossportCommand.exitCode(for: error) == .validationFailure else {
                errors = [GlossportError(GlossportError.Code(rawValue: "unclassified"), message)]
                return
            }
            // ArgumentParser exits with 64 for wrong usage; this tool uses 2, as is common.
            status = .usage
            errors = [
                GlossportError(
                    .invalidOption,
                    message.hasSuffix(".") || message.hasSuffix("?") ? message : message + ".",
                    remedy: "`\(Invocation.current.name) --help` lists its flags."
                )
            ]
        }
    }

    init(_ status: ExitStatus, _ notice: String) {
        self.status = status
        self.notice = notice
    }

    /// Reports the failure on stderr, and on stdout if JSON was requested.
    func report() {
        reportNotice()
        if let document { Output.line(document) }
        Output.flush()
    }

    /// Reports the failure and ends the process.
    func leave() -> Never {
        report()
        exit(status.rawValue)
    }

    /// Ends the process immediately, after writing as much as possible without a long wait.
    func leaveAtOnce() -> Never {
        reportNotice()
        var status = status
        Output.close {
            guard let several = Interrupts.shared.several else { return [document].compactMap(\.self) }
            let lines = several.lastLines(self)
            status = several.exitCode
            return lines
        }
        _exit(status.rawValue)
    }

    private func reportNotice() {
        Output.report(list: differences)
        if let answer { Output.report(answer) }
        for error in errors { Output.error(error) }
        if let notice { Output.report(notice) }
    }

    /// The document for stdout; `nil` if JSON was not requested, or stdout already contains the result.
    var document: DataText? {
        guard status != .done, !isReported else { return nil }
        let name = Invocation.current.name
        // JSON output may be only one document, but JSON lines can end with an error.
        let isSilent = errors.isEmpty && notice == nil
        switch OutputForm.requested {
        case .table: return nil
        case .json: return Output.hasData ? nil : JSON.document(FailureReport(self, command: name))
        case .jsonl:
            return Output.hasData && isSilent ? nil : JSON.line(FailureReport(self, command: name, event: "end"))
        }
    }
}

/// An error that the document on stdout already contains.
struct ReportedError: Error {
    var cause: any Error
    /// The exit status, if the cause does not determine it.
    var status: ExitStatus?
}
