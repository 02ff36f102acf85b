import Foundation
import Glossport
import GlossportChecking
import GlossportImporting
import Testing

@testable import GlossportCommand

@Suite("Report of a fleet")
struct FleetReportTests {
    private static let now = Timestamp(seconds: 1_800_000_000)

    private static func project(
        _ name: String,
        wake: Timestamp? = nil,
        exit: Int32? = nil,
        failures: Int = 0,
        note: String? = nil
    ) -> FleetProject {
        let digest = InputDigest(bytes: [UInt8](repeating: 7, count: 32))
        var project = FleetProject(
            Destination(app: "com.example.\(name)", environment: .production),
            FleetRevision(number: 12, digest: digest, submittedBy: "Noa Levi", submitted: now),
            wake: wake
        )
        (project.lastExit, project.failures, project.note) = (exit, failures, note)
        return project
    }

    private static let done = project("done", exit: 0)
    private static let waiting = project("waiting", wake: now + .seconds(60), exit: 9, note: "The quota is used up.")
    private static let failing = project("failing", wake: now + .seconds(60), exit: 3, failures: 2, note: "It failed.")
    private static let parked = project("parked", exit: 4, note: "vendor/de.csv:7: Too long.\u{1B}[2J")
    private static let rejected = project("rejected", exit: 12, note: "Apple has rejected it.")

    /// One of which everything is known.
    private static var working: FleetProject {
        var project = project("working", wake: now, exit: 0, note: "x")
        project.pausedBy = "Noa: 4711"
        project.lastRun = 5
        project.holder = Worker(command: .import, host: "b1", process: 42, since: now, isAlive: true)
        project.progress = FleetProject.Progress(wanted: 2_000, done: 1_234, unknown: 1, requests: 99)
        return project
    }

    private static func worker(_ strangers: [Destination], seen: Timestamp = now) -> FleetWorker {
        var worker = FleetWorker(host: "b2", process: 7, version: "0.1", slots: 8, started: now, seen: seen)
        worker.strangers = strangers
        return worker
    }

    @Test("It is a probe: 0, 3 for what fails or needs a person, 12 for what Apple has rejected")
    func status() {
        func status(_ projects: FleetProject...) -> Int32 {
            FleetReport(projects, [], nil, at: Self.now).status.rawValue
        }
        #expect(status() == 0)
        #expect(status(Self.done, Self.waiting) == 0)
        #expect(status(Self.done, Self.failing) == 3)
        #expect(status(Self.parked) == 3)
        #expect(status(Self.parked, Self.rejected) == 12)
    }

    @Test("A part of it can be shown; all of it counts")
    func choices() {
        let all = [Self.done, Self.waiting, Self.failing, Self.parked]
        let workers = [Self.worker([Self.done.destination])]
        func shown(_ choice: FleetReport.Choice?) -> [String] {
            let report = FleetReport(all, workers, choice, at: Self.now)
            #expect(report.states == ["done": 1, "waiting": 2, "parked": 1])
            return report.projects.map { String($0.app.dropFirst("com.example.".count)) }
        }
        #expect(shown(nil) == ["done", "waiting", "failing", "parked"])
        #expect(shown(.failing) == ["failing", "parked"])
        #expect(shown(.waiting) == ["waiting", "failing"])
        #expect(shown(.stale) == ["done"])
    }

    @Test("What a worker that is gone had is of no account")
    func gone() {
        let worker = Self.worker([Self.done.destination], seen: Self.now - .seconds(600))
        #expect(FleetReport([Self.done], [worker], .stale, at: Self.now).projects.isEmpty)
    }

    @Test("No line is wider than the terminal, and nothing in it is obeyed", arguments: [40, 80, 120])
    func width(width: Int) {
        let report = FleetReport([Self.working, Self.parked, Self.failing], [Self.worker([])], nil, at: Self.now)
        for line in report.table.lines(indentedBy: 0, width: width) {
            #expect(DisplayWidth.of(line) <= width, "\(line)")
            #expect(!line.contains("\u{1B}"))
        }
        #expect(report.table.lines(indentedBy: 0, width: nil)[1].contains("working: b1:42"))
    }

    @Test("Metrics are as Prometheus reads them")
    func metrics() {
        let lines = FleetMetrics.lines(FleetReport([Self.working, Self.parked], [Self.worker([])], nil, at: Self.now))
        #expect(lines.contains(#"glossport_fleet_projects{state="parked"} 1"#))
        #expect(lines.contains(#"glossport_fleet_failing{app="com.example.parked",environment="production"} 1"#))
        #expect(lines.contains(#"glossport_fleet_items_done{app="com.example.working",environment="production"} 1234"#))
        for line in lines where !line.hasPrefix("#") {
            #expect(
                line.wholeMatch(of: /glossport_fleet_[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?\d+/) != nil,
                "\(line)"
            )
        }
    }

    @Test("Each member of the JSON stands in *Output formats*, in its section")
    func page() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = "docs/output.md"
        let page = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        var event = WorkLog.Line(.trouble(Self.done.destination, "x"), at: Self.now)
        (event.project, event.revision, event.exitCode, event.state) = ("x", 1, 1, .due)
        (event.wakeAt, event.slots, event.projects, event.version) = (Self.now, 1, 1, "x")
        let report = FleetReport([Self.working, Self.waiting], [Self.worker([])], nil, at: Self.now)
        for (name, document) in [("work", JSON.line(event)), ("fleet status", JSON.line(report))] {
            let section = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix(name + "\n") })
            let words = Set(section.matches(of: /`([A-Za-z]+)`/).map { String($0.1) })
            let members = Self.members(of: try JSONSerialization.jsonObject(with: Data(document.text.utf8)))
            #expect(members.subtracting(words) == [], "\(name)")
        }
    }

    /// The members of a value, without the names of states.
    private static func members(of value: Any) -> Set<String> {
        switch value {
        case let object as [String: Any]:
            object.reduce(into: Set(object.keys)) { if $1.key != "states" { $0.formUnion(members(of: $1.value)) } }
        case let array as [Any]: array.reduce(into: []) { $0.formUnion(members(of: $1)) }
        default: []
        }
    }
}
