import GlossportImporting

/// Which run a document tells of, of which version, and when it was.
struct RunStamp: Encodable {
    var run: Int64
    var version = GlossportCommand.version
    var started, ended: String

    init(_ booked: BookedRun) {
        run = booked.run.number
        started = TimeText.rfc3339(booked.started)
        ended = TimeText.rfc3339(booked.session.time.now)
    }
}

/// A report with the stamp of its run, member beside member.
struct Stamped<Report: CommandReport>: CommandReport {
    var report: Report
    var stamp: RunStamp

    func lines(verbose: Bool, on terminal: Terminal) -> [String] { report.lines(verbose: verbose, on: terminal) }

    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        try stamp.encode(to: encoder)
    }
}
