import ArgumentParser
private import Foundation
import Glossport
private import SQLiteJournal

/// Shows what the journal knows; asks nobody.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what the journal knows: items by state, the last run, what failed.",
        usage: "glossport status [<options>]",
        discussion:
            "EXAMPLES\n  glossport status\n  glossport status --environment production --output json\n  glossport status -v   every item"
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Report: Encodable {
        var schema = "glossport.status/1"
        var app, environment: String
        var items: [String: Int]
        var lastRun: Run?
        var records: [Record]?

        struct Run: Encodable {
            var command, started: String
            var ended: String?
            var exitCode: Int?
            var wanted: Int
        }

        struct Record: Encodable {
            var id, kind, message, locale, state: String
            var proof, reason, path: String?
            var line: Int?
            var attempts: Int
            var header, body, image: String?
        }
    }

    func run() async throws {
        let workspace = try Workspace(project, needsApp: true)
        let destination = try workspace.destination()
        guard FileManager.default.fileExists(atPath: workspace.journal) else {
            throw GlossportError(
                .journal,
                "There is no journal at \(workspace.journal) yet.",
                remedy: "`glossport import` makes one."
            )
        }
        let journal = try SQLiteJournal(path: workspace.journal, creating: false)
        let records = try await journal.allRecords(at: destination)
        let last = try await journal.lastRun(of: "import", at: destination)
        var report = Report(
            app: destination.app,
            environment: destination.environment.rawValue,
            items: Dictionary(grouping: records, by: \.state.rawValue).mapValues(\.count)
        )
        report.lastRun = last.map { run in
            Report.Run(
                command: run.command,
                started: TimeText.rfc3339(run.started),
                ended: run.ended.map(TimeText.rfc3339),
                exitCode: run.exitCode,
                wanted: run.wanted
            )
        }
        switch output.output {
        case .table: for line in table(destination, records, last) { Output.line(line) }
        case .json, .jsonl:
            report.records = records.map(row)
            Output.line(output.output == .json ? JSON.document(report) : JSON.line(report))
        }
        Output.flush()
    }

    private func row(_ record: ItemRecord) -> Report.Record {
        Report.Record(
            id: record.item.id.description,
            kind: record.item.kind.rawValue,
            message: record.item.message,
            locale: record.item.locale,
            state: record.state.rawValue,
            proof: record.proof?.rawValue,
            reason: record.reason,
            path: record.item.source?.path,
            line: record.item.source?.line,
            attempts: record.history.attempts,
            header: record.item.texts?.header,
            body: record.item.texts?.body,
            image: record.item.image?.path
        )
    }

    private func table(_ destination: Destination, _ records: [ItemRecord], _ last: RunRecord?) -> [String] {
        var lines = ["\(destination)"]
        var counts = Table([], rightAligned: [1])
        for state in ItemState.allCases {
            let count = records.count { $0.state == state }
            if count > 0 { counts.add([state.rawValue, Plural.grouped(count)]) }
        }
        lines += records.isEmpty ? ["  no items yet"] : counts.lines(indentedBy: 2)
        if let last {
            let end = last.ended.map {
                "ended \(TimeText.full($0)) with exit code \(last.exitCode.map(String.init) ?? "unknown")"
            }
            lines.append(
                "Last run: \(last.command), started \(TimeText.full(last.started)), \(end ?? "not ended (running, or killed)")."
            )
        }
        let shown =
            output.verbose
            ? records : records.filter { $0.state == .refused || $0.state == .conflict || $0.state == .unknown }
        if !shown.isEmpty {
            var each = Table(["MESSAGE", "LOCALE", "STATE", "ID", "WHY"])
            for record in shown {
                each.add([
                    record.item.image?.path ?? record.item.message, record.item.locale, record.state.rawValue,
                    record.item.id.description,
                    record.reason ?? record.proof?.rawValue ?? "",
                ])
            }
            lines += [""] + each.lines(indentedBy: 2)
        }
        let open = records.count(where: \.state.isOpen)
        lines.append(
            open > 0 ? "\(Plural.of(open, "item")) open: `glossport import` goes on with them." : "Nothing is open."
        )
        return lines
    }
}
