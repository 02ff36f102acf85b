import Glossport
import GlossportProject
import GlossportReading

/// The output of `status` for all apps of a journal; the JSON is stable.
struct JournalStatusReport: CommandReport {
    var schema = "glossport.journal-status/1"
    var journal: String
    var time: Timestamp
    var apps: [AppState]
    /// Apps whose events can't be read.
    var unreadable: [Unreadable]

    struct Unreadable: Encodable {
        var destination: Destination
        var error: String
    }

    init(
        _ apps: [(destination: Destination, state: Result<AppState, GlossportError>)],
        of journal: String,
        at now: Timestamp
    ) {
        self.journal = journal
        time = now
        unreadable = apps.compactMap { destination, state in
            guard case .failure(let error) = state else { return nil }
            return Unreadable(destination: destination, error: error.message)
        }
        self.apps = apps.compactMap { try? $0.state.get() }
    }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        guard !apps.isEmpty || !unreadable.isEmpty else { return ["The journal \(journal) contains no app yet."] }
        let headings = [
            "APP", "ENV", "ITEMS", "UPLOADED", "DOUBTFUL", "REVIEW", "REJECTED", "DEFAULTS", "LAST RUN", "EXIT",
            "HELD BY",
        ]
        let rows = apps.map { row in
            let counts = [row.count(), row.count(.uploaded), row.count(.unknown, .sending), row.inReview, row.rejected]
            let defaults = "\(Plural.grouped(row.defaultsSet))/\(Plural.grouped(row.defaults))"
            let lastRun = row.lastRun.map { "\($0.command), \(TimeText.rough(time - ($0.ended ?? $0.started))) ago" }
            let exitCode = row.lastRun?.exitCode.map(String.init)
            return [row.destination.app, row.destination.environment.rawValue] + counts.map(Plural.grouped)
                + [defaults, lastRun ?? "none", exitCode ?? "", row.holderName ?? ""]
        }
        let table = Table(headings, rightAligned: [2, 3, 4, 5, 6, 7, 9], rows)
        return table.lines(on: terminal) + ["", "\(Plural.of(apps.count, "app"))."]
    }

    // MARK: OpenMetrics

    /// The state of all apps, as lines in the OpenMetrics 1.0 text format.
    var metrics: [String] {
        var lines: [String] = []
        func add(_ name: String, _ help: String, _ samples: (AppState) -> [(labels: [(String, String)], value: String)])
        {
            lines += ["# TYPE glossport_\(name) gauge", "# HELP glossport_\(name) \(help)"]
            for row in apps {
                for (labels, value) in samples(row) {
                    let all =
                        [
                            ("app", row.destination.app), ("environment", row.destination.environment.rawValue),
                        ] + labels
                    let pairs = all.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
                    lines.append("glossport_\(name){\(pairs)} \(value)")
                }
            }
        }
        add("items", "Items by their state.") { row in
            let counts = [
                ("planned", row.count(.planned)), ("uploaded", row.count(.uploaded)),
                ("doubtful", row.count(.unknown, .sending)), ("refused", row.count(.refused)),
                ("conflict", row.count(.conflict)),
            ]
            return counts.map { ([("state", $0.0)], "\($0.1)") }
        }
        add("reviews", "Uploaded items that wait for Apple's review, or were rejected.") { row in
            [("pending", row.inReview), ("rejected", row.rejected)].map { ([("state", $0.0)], "\($0.1)") }
        }
        add("defaults", "Products and locales with a default that is wanted.") { [([], "\($0.defaults)")] }
        add("defaults_set", "Products and locales that show the wanted default.") { [([], "\($0.defaultsSet)")] }
        add("held", "Whether a process holds the app.") { [([], $0.holderName == nil ? "0" : "1")] }
        add("last_run_exit_code", "Exit code of the last run; absent while it runs.") { row in
            row.lastRun?.exitCode.map { [([], "\($0)")] } ?? []
        }
        add("last_run_started_seconds", "Start of the last run, in seconds since 1970.") { row in
            row.lastRun.map { [([], "\($0.started.microseconds / 1_000_000)")] } ?? []
        }
        add("last_success_seconds", "End of the last run that ended with 0, in seconds since 1970.") { row in
            row.lastSuccess?.ended.map { [([], "\($0.microseconds / 1_000_000)")] } ?? []
        }
        lines += [
            "# TYPE glossport_unreadable_apps gauge",
            "# HELP glossport_unreadable_apps Apps whose events can't be read.",
            "glossport_unreadable_apps \(unreadable.count)",
        ]
        return lines + ["# EOF"]
    }

    /// Escapes the value of a label for the text format.
    private static func escaped(_ text: String) -> String {
        text.namingUnprintables().replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}

extension AppState {
    /// The number of items in the given states, or of all items if none is given.
    fileprivate func count(_ states: ItemState...) -> Int {
        (states.isEmpty ? ItemState.allCases : states).reduce(0) { $0 + items[$1, default: 0] }
    }

    /// The host and id of the process that holds the app's lock; `nil` if there is none, or it has ended.
    fileprivate var holderName: String? {
        holder.flatMap { $0.isAlive == false ? nil : "\($0.host):\($0.process)" }
    }
}
