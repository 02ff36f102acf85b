import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// The output of `fleet status`; its JSON is stable (`schema`).
struct FleetReport: CommandReport {
    var schema = "glossport.fleet/1"
    var time: Timestamp
    /// Projects by their state.
    var states: [String: Int]
    var projects: [Row]
    var workers: [Member]

    struct Row: Encodable {
        var app: String
        var environment: ServiceEnvironment
        var revision: Int64
        var digest, submittedBy: String
        var submitted: Timestamp
        var state: FleetProject.State
        /// Whether a person is needed, or the last turn failed.
        var isFailing: Bool
        var wakeAt: Timestamp?
        var pausedBy: String?
        var failures: Int
        var lastExit: Int32?
        var lastRun: Int64?
        var note: String?
        /// The worker that imports it, as host and process.
        var holder: String?
        var wanted, done, unknown, requests: Int?
        /// The hosts whose files are not what was submitted.
        var strangers: [String]
    }

    struct Member: Encodable {
        var host, version: String
        var started, seen: Timestamp
        var process, slots, busy: Int
        var isAlive: Bool
        /// How many projects are not what was submitted there.
        var strangers: Int
    }

    /// Which projects are shown.
    enum Choice: String, CaseIterable {
        case failing, stale, waiting
    }

    /// All projects count, also those that are not chosen.
    init(_ projects: [FleetProject], _ workers: [FleetWorker], _ choice: Choice?, at now: Timestamp) {
        time = now
        states = Dictionary(grouping: projects) { $0.state(at: now).rawValue }.mapValues(\.count)
        let alive = workers.filter { $0.isAlive(at: now) }
        self.projects = projects.compactMap { project in
            let strangers = Set(alive.filter { $0.strangers.contains(project.destination) }.map(\.host)).sorted()
            let isShown =
                switch choice {
                case nil: true
                case .failing: project.isFailing(at: now)
                case .stale: !strangers.isEmpty
                case .waiting: project.state(at: now) == .waiting
                }
            return isShown ? Row(project, strangers, at: now) : nil
        }
        self.workers = workers.map { worker in
            Member(
                host: worker.host,
                version: worker.version,
                started: worker.started,
                seen: worker.seen,
                process: worker.process,
                slots: worker.slots,
                busy: worker.busy,
                isAlive: worker.isAlive(at: now),
                strangers: worker.strangers.count
            )
        }
        status = Self.status(projects, at: now)
    }

    /// The exit code for health checks: whether Apple has rejected an item, or something else fails or needs a person.
    @Unencoded var status: ExitStatus

    private static func status(_ projects: [FleetProject], at now: Timestamp) -> ExitStatus {
        let failing = projects.filter { $0.isFailing(at: now) }
        if failing.contains(where: { $0.lastExit == ExitStatus.rejected.rawValue }) { return .rejected }
        return failing.isEmpty ? .done : .partial
    }

    // MARK: For people

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        let counts = FleetProject.State.allCases.compactMap { state in
            states[state.rawValue].map { "\(Plural.grouped($0)) \(state.rawValue)" }
        }
        let all = states.values.reduce(0, +)
        let total = "\(Plural.of(all, "project"))" + (counts.isEmpty ? "." : ": \(counts.joined(separator: ", ")).")
        return (projects.isEmpty ? [] : table.lines(on: terminal) + [""]) + [total] + workerLines(on: terminal)
    }

    /// A row for each project that is shown.
    var table: Table {
        var table = Table(
            ["APP", "ENV", "REV", "STATE", "DONE", "UNKNOWN", "REQ/H", "EXIT", "NOTE"],
            rightAligned: [2, 4, 5, 6, 7]
        )
        for row in projects {
            let done = row.done.flatMap { done in row.wanted.map { "\(Plural.grouped(done))/\(Plural.grouped($0))" } }
            table.add([
                row.app, row.environment.rawValue, "\(row.revision)", stateText(row), done ?? "",
                row.unknown.map(Plural.grouped) ?? "", row.requests.map(Plural.grouped) ?? "",
                row.lastExit.map(String.init) ?? "", noteText(row),
            ])
        }
        return table
    }

    private func stateText(_ row: Row) -> String {
        if let holder = row.holder { return "working: \(holder)" }
        guard row.state == .waiting, let wakeAt = row.wakeAt else { return row.state.rawValue }
        return "waiting until \(TimeText.time(wakeAt))"
    }

    private func noteText(_ row: Row) -> String {
        let paused = row.pausedBy.map { "paused by \($0)" }
        let other =
            row.strangers.isEmpty
            ? nil : "other files than revision \(row.revision) on \(row.strangers.joined(separator: ", "))"
        return [paused, other, row.note].compactMap(\.self).joined(separator: "; ")
    }

    private func workerLines(on terminal: Terminal) -> [String] {
        guard !workers.isEmpty else { return ["No worker is at work."] }
        var table = Table(["WORKER", "PROCESS", "BUSY", "SEEN", "VERSION"], rightAligned: [1, 2])
        for worker in workers {
            let seen = "\(TimeText.rough(time - worker.seen)) ago" + (worker.isAlive ? "" : ": gone")
            let busy = "\(worker.busy)/\(worker.slots)"
            table.add([worker.host, "\(worker.process)", busy, seen, worker.version])
        }
        return [""] + table.lines(on: terminal)
    }
}

extension FleetReport.Row {
    fileprivate init(_ project: FleetProject, _ strangers: [String], at now: Timestamp) {
        let state = project.state(at: now)
        (app, environment) = (project.destination.app, project.destination.environment)
        revision = project.revision.number
        digest = project.revision.digest.description
        submitted = project.revision.submitted
        submittedBy = project.revision.submittedBy
        self.state = state
        isFailing = project.isFailing(at: now)
        wakeAt = state == .waiting ? project.wake : nil
        pausedBy = project.pausedBy
        failures = project.failures
        lastExit = project.lastExit
        lastRun = project.lastRun
        note = project.note
        holder = project.holder.map { "\($0.host):\($0.process)" }
        (wanted, done) = (project.progress?.wanted, project.progress?.done)
        (unknown, requests) = (project.progress?.unknown, project.progress?.requests)
        self.strangers = strangers
    }
}

/// The metrics of `fleet status`, in Prometheus format.
enum FleetMetrics {
    static func lines(_ report: FleetReport) -> [String] {
        var lines: [String] = []
        func add(_ name: String, _ help: String, _ samples: [(labels: [(String, String)], value: String)]) {
            lines += ["# HELP glossport_fleet_\(name) \(help)", "# TYPE glossport_fleet_\(name) gauge"]
            for (labels, value) in samples {
                let pairs = labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",")
                lines.append("glossport_fleet_\(name)\(pairs.isEmpty ? "" : "{\(pairs)}") \(value)")
            }
        }
        let projects = report.projects.map {
            (labels: [("app", $0.app), ("environment", $0.environment.rawValue)], row: $0)
        }
        add(
            "projects",
            "Projects by their state.",
            FleetProject.State.allCases.map { ([("state", $0.rawValue)], "\(report.states[$0.rawValue] ?? 0)") }
        )
        add(
            "failing",
            "Whether the last turn failed, or a person is needed.",
            projects.map { ($0, $1.isFailing ? "1" : "0") }
        )
        add("failures", "Turns in a row that have failed.", projects.map { ($0, "\($1.failures)") })
        add("revision", "The revision that was submitted last.", projects.map { ($0, "\($1.revision)") })
        func addKnown(_ name: String, _ help: String, _ value: (FleetReport.Row) -> Int?) {
            add(name, help, projects.compactMap { labels, row in value(row).map { (labels, "\($0)") } })
        }
        addKnown("last_exit_code", "How the last turn ended.") { $0.lastExit.map(Int.init) }
        addKnown("items_wanted", "Items that the last import wanted.") { $0.wanted }
        addKnown("items_done", "Items of these that are uploaded.") { $0.done }
        addKnown("requests_last_hour", "Requests of the last hour.") { $0.requests }
        add(
            "other_files",
            "Hosts whose files are not what was submitted.",
            projects.map { ($0, "\($1.strangers.count)") }
        )
        let workers = report.workers.map { worker in
            (labels: [("host", worker.host), ("process", "\(worker.process)")], worker: worker)
        }
        add("worker_alive", "Whether a worker was heard of lately.", workers.map { ($0, $1.isAlive ? "1" : "0") })
        add("worker_busy", "Projects that a worker works at.", workers.map { ($0, "\($1.busy)") })
        return lines
    }

    /// As the text format wants the value of a label.
    private static func escaped(_ text: String) -> String {
        text.namingUnprintables().replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
