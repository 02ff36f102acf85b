import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// The output of `status` for all apps of a journal; its JSON is stable (`schema`).
struct JournalStatusReport: CommandReport {
    var schema = "glossport.journal-status/1"
    var journal: String
    var time: Timestamp
    var apps: [Row]

    struct Row: Encodable {
        var app: String
        var environment: ServiceEnvironment
        var items, uploaded, doubtful, inReview, rejected: Int
        var defaults, defaultsSet: Int
        var lastRun: Run?
        /// The process that holds the app, as host and process.
        var holder: String?
    }

    struct Run: Encodable {
        var command: RunCommand
        var started: Timestamp
        var ended: Timestamp?
        var exitCode: Int?
    }

    init(_ apps: [AppState], of journal: String, at now: Timestamp) {
        self.journal = journal
        time = now
        self.apps = apps.map { app in
            Row(
                app: app.destination.app,
                environment: app.destination.environment,
                items: app.items,
                uploaded: app.uploaded,
                doubtful: app.doubtful,
                inReview: app.inReview,
                rejected: app.rejected,
                defaults: app.defaults,
                defaultsSet: app.defaultsSet,
                lastRun: app.lastRun.map {
                    Run(command: $0.command, started: $0.started, ended: $0.ended, exitCode: $0.exitCode)
                },
                holder: app.holder.flatMap { $0.isAlive == false ? nil : "\($0.host):\($0.process)" }
            )
        }
    }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        guard !apps.isEmpty else { return ["The journal \(journal) contains no app yet."] }
        var table = Table(
            [
                "APP", "ENV", "ITEMS", "UPLOADED", "DOUBTFUL", "REVIEW", "REJECTED", "DEFAULTS", "LAST RUN", "EXIT",
                "HELD BY",
            ],
            rightAligned: [2, 3, 4, 5, 6, 7, 9]
        )
        for row in apps {
            let counts = [row.items, row.uploaded, row.doubtful, row.inReview, row.rejected].map(Plural.grouped)
            let defaults = "\(Plural.grouped(row.defaultsSet))/\(Plural.grouped(row.defaults))"
            let run = row.lastRun.map { "\($0.command), \(TimeText.rough(time - ($0.ended ?? $0.started))) ago" }
            table.add(
                [row.app, row.environment.rawValue] + counts
                    + [defaults, run ?? "none", row.lastRun?.exitCode.map(String.init) ?? "", row.holder ?? ""]
            )
        }
        return table.lines(on: terminal) + ["", "\(Plural.of(apps.count, "app"))."]
    }

    // MARK: For a collector of text files

    /// The same as OpenMetrics 1.0 has it.
    var metrics: [String] {
        var lines: [String] = []
        func add(_ name: String, _ help: String, _ samples: (Row) -> [(labels: [(String, String)], value: String)]) {
            lines += ["# TYPE glossport_\(name) gauge", "# HELP glossport_\(name) \(help)"]
            for row in apps {
                for (labels, value) in samples(row) {
                    let all = [("app", row.app), ("environment", row.environment.rawValue)] + labels
                    let pairs = all.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
                    lines.append("glossport_\(name){\(pairs)} \(value)")
                }
            }
        }
        add("items", "Items by their state.") { row in
            let counts = [
                ("planned", row.items - row.uploaded - row.doubtful), ("uploaded", row.uploaded),
                ("doubtful", row.doubtful),
            ]
            return counts.map { ([("state", $0.0)], "\($0.1)") }
        }
        add("reviews", "Uploaded items that wait for Apple's review, or were rejected.") { row in
            [("pending", row.inReview), ("rejected", row.rejected)].map { ([("state", $0.0)], "\($0.1)") }
        }
        add("defaults", "Products and locales with a default that is wanted.") { [([], "\($0.defaults)")] }
        add("defaults_set", "Products and locales that show the wanted default.") { [([], "\($0.defaultsSet)")] }
        add("held", "Whether a process holds the app.") { [([], $0.holder == nil ? "0" : "1")] }
        add("last_run_exit_code", "Exit code of the last run; absent while it runs.") { row in
            row.lastRun?.exitCode.map { [([], "\($0)")] } ?? []
        }
        add("last_run_started_seconds", "Start of the last run, in seconds since 1970.") { row in
            row.lastRun.map { [([], "\($0.started.microseconds / 1_000_000)")] } ?? []
        }
        return lines + ["# EOF"]
    }

    /// As the text format wants the value of a label.
    private static func escaped(_ text: String) -> String {
        text.namingUnprintables().replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
