import Glossport

/// The result of a command; encoded, it is the document for programs.
protocol CommandReport: Encodable, Sendable {
    /// The lines for programs that read line by line; the document itself, unless it is a list.
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
    /// Prints a report in this form.
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
    /// Prints a report in the form that was asked for.
    func show(_ report: some CommandReport) { output.show(report, verbose: verbose) }

    /// Prints the report of a run with its stamp; of events it is the last.
    func show(_ report: some CommandReport, _ stamp: RunStampReport, _ progress: RunProgress) {
        let stamped = Joined(report, stamp)
        guard let events = progress.events else { return show(stamped) }
        events.end(stamped)
        Output.flush()
    }
}

/// The run that a document reports on, the program's version, and when it was.
struct RunStampReport: Encodable {
    var run: Int64
    var version = GlossportCommand.version
    var started, ended: Timestamp

    init(_ stamp: RunStamp, ended: Timestamp) {
        (run, started, self.ended) = (stamp.run.number, stamp.started, ended)
    }
}
