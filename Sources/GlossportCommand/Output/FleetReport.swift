import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// The output of `fleet status`; its JSON is stable (`schema`).
struct FleetReport: CommandReport {
    var schema = "glossport.fleet/1"
    var time: String
    /// Projects by their state.
    var states: [String: Int]
    var projects: [Row]
    var workers: [Member]

    struct Row: Encodable {
        var app, environment: String
        var revision: Int64
        var digest, submitted, submittedBy, state: String
        /// Whether a person is needed, or the last turn failed.
        var isFailing: Bool
        var wakeAt, pausedBy: String?
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
        var host, version, started, seen: String
        var process, slots, busy: Int
        var isAlive: Bool
        /// How many projects are not what was submitted there.
        var strangers: Int
    }

    /// Which projects are shown.
    enum Choice: String, CaseIterable {
        case failing, stale, waiting
    }

    private let moment: Timestamp

    private enum CodingKeys: CodingKey { case schema, time, states, projects, workers }

    /// - Parameters:
    ///   - projects: All projects.
    ///   - workers: All workers.
    ///   - choice: Which projects to show, if not all; all of them count.
    ///   - now: The present moment, by the fleet's clock.
    init(_ projects: [FleetProject], _ workers: [FleetWorker], _ choice: Choice?, at now: Timestamp) {
        moment = now
        time = TimeText.rfc3339(now)
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
                started: TimeText.rfc3339(worker.started),
                seen: TimeText.rfc3339(worker.seen),
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
    let status: ExitStatus

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
                row.app, row.environment, "\(row.revision)", stateText(row), done ?? "",
                row.unknown.map(Plural.grouped) ?? "", row.requests.map(Plural.grouped) ?? "",
                row.lastExit.map(String.init) ?? "", noteText(row),
            ])
        }
        return table
    }

    private func stateText(_ row: Row) -> String {
        if let holder = row.holder { return "working: \(holder)" }
        guard row.state == FleetProject.State.waiting.rawValue, let wakeAt = row.wakeAt.flatMap(TimeText.moment) else {
            return row.state
        }
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
            let seen = TimeText.moment(worker.seen).map { moment - $0 } ?? .zero
            table.add([
                worker.host, "\(worker.process)", "\(worker.busy)/\(worker.slots)",
                worker.isAlive ? "\(TimeText.rough(seen)) ago" : "\(TimeText.rough(seen)) ago: gone",
                worker.version,
            ])
        }
        return [""] + table.lines(on: terminal)
    }
}

extension FleetReport.Row {
    /// - Parameters:
    ///   - project: The project.
    ///   - strangers: The hosts with other files.
    ///   - now: The present moment.
    fileprivate init(_ project: FleetProject, _ strangers: [String], at now: Timestamp) {
        let state = project.state(at: now)
        app = project.destination.app
        environment = project.destination.environment.rawValue
        revision = project.revision.number
        digest = project.revision.digest.description
        submitted = TimeText.rfc3339(project.revision.submitted)
        submittedBy = project.revision.submittedBy
        self.state = state.rawValue
        isFailing = project.isFailing(at: now)
        wakeAt = state == .waiting ? project.wake.map(TimeText.rfc3339) : nil
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
