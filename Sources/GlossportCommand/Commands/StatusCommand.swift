import ArgumentParser
private import Foundation
import GlossportChecking
import GlossportImporting
import GlossportReading

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
    @OptionGroup var absence: AbsenceOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Report: Encodable {
        var schema = "glossport.status/1"
        var app, environment: String
        var items: [String: Int]
        /// Uploaded items by their last known review state.
        var reviews: [String: Int]
        /// Products and locales by how their default stands; see `coverage`.
        var defaults: [String: Int]
        /// Whether anything is left to do, and what, in words.
        var open: [String]
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
            /// Whether it has vanished at the service.
            var isVanished: Bool
            var attempts: Int
            var header, body, image: String?
        }
    }

    func run() async throws {
        let workspace = try Workspace(project, needsApp: true)
        let destination = try workspace.destination()
        let store = workspace.store
        guard try await store.exists() else {
            throw GlossportError(
                .journal,
                "There is no journal at \(workspace.journal) yet.",
                remedy: "`glossport import` makes one."
            )
        }
        let journal = try await store.open(.existing)
        let records = try await journal.allRecords(at: destination)
        let last = try await journal.lastRun(of: .import, at: destination)
        let reviews = try await journal.reviews(at: destination)
        let absences = try await absence.absences(in: journal, at: destination)
        let coverage = Coverage(
            try await journal.defaults(at: destination),
            of: records,
            reviews: reviews,
            vanished: absences.vanished,
            for: workspace.project
        )
        let open = OpenWork(records, reviews, absences, coverage)
        var report = Report(
            app: destination.app,
            environment: destination.environment.rawValue,
            items: Dictionary(grouping: records, by: \.state.rawValue).mapValues(\.count),
            reviews: open.reviews,
            defaults: Dictionary(grouping: coverage.slots, by: \.state.rawValue).mapValues(\.count),
            open: open.sentences
        )
        report.lastRun = last.map { run in
            Report.Run(
                command: run.command.rawValue,
                started: TimeText.rfc3339(run.started),
                ended: run.ended.map(TimeText.rfc3339),
                exitCode: run.exitCode,
                wanted: run.wanted
            )
        }
        switch output.output {
        case .table: for line in table(destination, records, absences.vanished, last) + open.lines { Output.line(line) }
        case .json, .jsonl:
            report.records = records.map { row($0, absences.vanished) }
            Output.line(output.output == .json ? JSON.document(report) : JSON.line(report))
        }
        Output.flush()
    }

    private func row(_ record: ItemRecord, _ vanished: Set<ServiceID>) -> Report.Record {
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
            isVanished: vanished.contains(record.item.id),
            attempts: record.history.attempts,
            header: record.item.texts?.header,
            body: record.item.texts?.body,
            image: record.item.image?.path
        )
    }

    private func table(
        _ destination: Destination,
        _ records: [ItemRecord],
        _ vanished: Set<ServiceID>,
        _ last: RunRecord?
    ) -> [String] {
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
            ? records
            : records.filter { [.refused, .conflict, .unknown].contains($0.state) || vanished.contains($0.item.id) }
        if !shown.isEmpty {
            var each = Table(["MESSAGE", "LOCALE", "STATE", "ID", "WHY"])
            for record in shown {
                let isVanished = vanished.contains(record.item.id)
                each.add([
                    record.item.image?.path ?? record.item.message, record.item.locale,
                    isVanished ? "VANISHED" : record.state.rawValue, record.item.id.description,
                    record.reason ?? (isVanished ? "the service's lists lack it" : record.proof?.rawValue) ?? "",
                ])
            }
            lines += [""] + each.lines(indentedBy: 2)
        }
        return lines
    }
}

/// What is left to do, as far as the journal knows.
private struct OpenWork {
    /// Uploaded items by their last known review state.
    private(set) var reviews: [String: Int] = [:]
    private(set) var sentences: [String] = []

    init(
        _ records: [ItemRecord],
        _ known: [ServiceID: ReviewState],
        _ absences: Absences,
        _ coverage: Coverage
    ) {
        for record in records where record.state == .uploaded {
            guard !absences.vanished.contains(record.item.id) else {
                reviews["vanished", default: 0] += 1
                continue
            }
            reviews[known[record.item.id]?.rawValue ?? "not-listed", default: 0] += 1
        }
        let open = records.count(where: \.state.isOpen)
        add(open, "item is not uploaded", "items are not uploaded", "`glossport import` goes on with them")
        let failed = records.count { $0.state == .refused || $0.state == .conflict }
        let why = "`glossport status` says why"
        add(failed, "item was refused or is in conflict", "items were refused or are in conflict", why)
        let gone = "`glossport import` uploads again what it wants; what nothing wants is given up by `glossport prune`"
        add(reviews["vanished"] ?? 0, "item has vanished at the service", "items have vanished at the service", gone)
        let again = "`glossport settle` looks again"
        let missing = (
            "uploaded item is missing in the service's newest list",
            "uploaded items are missing in the service's newest list"
        )
        // Of what no list has shown yet, that it was not listed says enough.
        add(absences.missing.count { known[$0] != nil }, missing.0, missing.1, again)
        let pending = (reviews["pending"] ?? 0) + (reviews["unrecognized"] ?? 0)
        add(pending, "item is in Apple's review", "items are in Apple's review", again)
        let unlisted = reviews["not-listed"] ?? 0
        add(unlisted, "uploaded item was not listed yet", "uploaded items were not listed yet", again)
        let rejected = reviews["rejected"] ?? 0
        add(rejected, "item was rejected by Apple", "items were rejected by Apple", "change and import them again")
        let waiting = coverage.count(.waiting) + coverage.count(.old)
        add(waiting, "default waits", "defaults wait", "`glossport settle` sets what is approved")
        let others = ("default was set by somebody else", "defaults were set by somebody else")
        add(coverage.count(.taken), others.0, others.1, "see `glossport coverage`")
        let lost = ("default is in doubt", "defaults are in doubt")
        add(coverage.count(.doubtful), lost.0, lost.1, "its message has vanished at the service")
        let unasked = ("default was never asked for", "defaults were never asked for")
        add(coverage.count(.missing), unasked.0, unasked.1, "`glossport import` does")
    }

    private mutating func add(_ count: Int, _ one: String, _ many: String, _ remedy: String) {
        guard count > 0 else { return }
        sentences.append(Hints.complete("\(Plural.of(count, one, many)): \(remedy)."))
    }

    var lines: [String] { sentences.isEmpty ? ["Nothing is open."] : sentences }
}
