import GlossportImporting
import GlossportReading

/// The metrics of `fleet status`, in Prometheus format.
enum FleetMetrics {
    /// - Parameter report: The report to print.
    /// - Returns: The lines.
    static func lines(_ report: FleetReport) -> [String] {
        var lines: [String] = []
        func add(_ name: String, _ help: String, _ samples: [(labels: [(String, String)], value: String)]) {
            lines += ["# HELP glossport_fleet_\(name) \(help)", "# TYPE glossport_fleet_\(name) gauge"]
            for (labels, value) in samples {
                let pairs = labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",")
                lines.append("glossport_fleet_\(name)\(pairs.isEmpty ? "" : "{\(pairs)}") \(value)")
            }
        }
        let projects = report.projects.map { (labels: [("app", $0.app), ("environment", $0.environment)], row: $0) }
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
