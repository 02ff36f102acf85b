import Glossport
import GlossportImporting

/// The run that a document reports on, the program's version, and when it was.
struct RunStampReport: Encodable {
    var run: Int64
    var version = GlossportCommand.version
    var started, ended: String

    init(_ stamp: RunStamp, ended: Timestamp) {
        run = stamp.run.number
        started = TimeText.rfc3339(stamp.started)
        self.ended = TimeText.rfc3339(ended)
    }
}

/// A report with the stamp of its run, member beside member.
struct Stamped<Report: CommandReport>: CommandReport {
    var report: Report
    var stamp: RunStampReport

    func lines(verbose: Bool, on terminal: Terminal) -> [String] { report.lines(verbose: verbose, on: terminal) }

    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        try stamp.encode(to: encoder)
    }
}
