import Glossport
import GlossportProject
import GlossportReading

/// The failure of a command, for programs; the JSON is stable.
struct FailureReport: Encodable {
    var schema = "glossport.failure/1"
    /// `end` in JSON lines, where the report is the last line; otherwise absent.
    var event: String?
    var command: String
    var version = GlossportCommand.version
    var time: Timestamp
    var outcome: String
    var exitCode: Int
    /// The errors, the main reason first.
    var errors: [ErrorReport]
    /// The differences that caused a refusal, one line each.
    var differences: [String]?
    /// The check of the deliveries, as `validate` prints it, if findings are the reason.
    var check: CheckReport?
    /// The run, if one had begun.
    var run: Run?
    /// The time when quota is available again, and the number of defaults that remain.
    var resumeAt: Timestamp?
    var left: Int?

    struct Run: Encodable {
        var id: Int64
        var app: String
        var environment: ServiceEnvironment
        var journal: String
        var started: Timestamp
        var requests: [String: Int]
    }

    init(_ failure: CommandFailure, command: String, event: String? = nil) {
        self.command = command
        self.event = event
        time = SystemTime.sinceNow.now
        outcome = failure.status.word
        exitCode = Int(failure.status.rawValue)
        errors = failure.reports
        differences = failure.differences.isEmpty ? nil : failure.differences
        check = failure.check
        resumeAt = failure.quota?.resumeAt
        left = failure.quota.flatMap { $0.left > 0 ? $0.left : nil }
        run = failure.run.map { run in
            Run(
                id: run.stamp.run.number,
                app: run.stamp.run.destination.app,
                environment: run.stamp.run.destination.environment,
                journal: run.stamp.journal,
                started: run.stamp.started,
                requests: Dictionary(run.requests.map { ($0.key.rawValue, $0.value) }) { $1 }
            )
        }
    }
}

extension CommandFailure {
    /// The errors for programs, the main reason first; at least one.
    var reports: [ErrorReport] {
        guard errors.isEmpty else { return errors.map(ErrorReport.init) }
        let sentence = notice ?? status.meaning.capitalizedFirst + "."
        return [ErrorReport(GlossportError(GlossportError.Code(rawValue: status.word), sentence))]
    }
}

struct ErrorReport: Encodable {
    var code, message: String
    var remedy, path: String?
    var line, column: Int?

    init(_ error: GlossportError) {
        code = error.code.rawValue
        message = Hints.complete(error.message)
        remedy = error.remedy.map(Hints.complete)
        path = error.location?.path
        line = error.location?.line
        column = error.location?.column
    }
}
