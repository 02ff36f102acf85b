import Glossport

/// The result of a command; its encoded form is the JSON document.
protocol CommandReport: Encodable, Sendable {
    /// The elements for JSON lines; the report itself, unless it is a list.
    var rows: [any Encodable & Sendable] { get }

    /// The lines for people.
    func lines(verbose: Bool, on terminal: Terminal) -> [String]
}

extension CommandReport {
    var rows: [any Encodable & Sendable] { [self] }
}

/// A report whose document is an array.
struct ListReport<Row: Encodable & Sendable>: CommandReport {
    private let all: [Row]
    private let table: @Sendable (_ verbose: Bool) -> [String]

    init(_ rows: [Row], table: @escaping @Sendable (_ verbose: Bool) -> [String]) {
        all = rows
        self.table = table
    }

    var rows: [any Encodable & Sendable] { all }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] { table(verbose) }

    func encode(to encoder: any Encoder) throws { try all.encode(to: encoder) }
}

extension Joined: CommandReport where First: CommandReport {
    func lines(verbose: Bool, on terminal: Terminal) -> [String] { first.lines(verbose: verbose, on: terminal) }
}

extension OutputForm {
    func show(_ report: some CommandReport, verbose: Bool = false) {
        switch self {
        case .table: for line in report.lines(verbose: verbose, on: .stdout) { Output.line(line) }
        case .json: Output.line(JSON.document(report))
        case .jsonl: for row in report.rows { Output.line(JSON.line(row)) }
        }
        Output.flush()
    }
}

extension OutputOptions {
    func show(_ report: some CommandReport) { output.show(report, verbose: verbose) }

    /// Prints the report of a run with its stamp; in an event stream, as the last event.
    func show(_ report: some CommandReport, _ stamp: RunStampReport, _ progress: RunProgress) {
        let stamped = Joined(report, stamp)
        guard let events = progress.events else { return show(stamped) }
        events.end(stamped)
        Output.flush()
    }
}

/// The run, the program's version, and the start and end times.
struct RunStampReport: Encodable {
    var run: Int64
    var version = GlossportCommand.version
    var started, ended: Timestamp

    init(_ stamp: RunStamp, ended: Timestamp) {
        (run, started, self.ended) = (stamp.run.number, stamp.started, ended)
    }
}
