import ArgumentParser
import Glossport
import GlossportImporting

/// Shows how a fleet gets on.
struct FleetStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the state of every project of the fleet, and its workers.",
        discussion: """
            EXAMPLES
              glossport fleet status
              glossport fleet status --failing
              glossport fleet status --output json
              glossport fleet status --prometheus > fleet.prom

            Suitable as a health check: exit code 3 means that a project fails or needs a person, 12 that Apple has rejected an item.
            """
    )

    @Flag(exclusivity: .exclusive)
    var choice: FleetReport.Choice?

    @Flag(help: "Print metrics in Prometheus format.")
    var prometheus = false

    @OptionGroup var fleet: FleetOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let store = try await fleet.shared()
        let projects = try await store.projects()
        let report = FleetReport(projects, try await store.workers(), choice, at: try await store.now())
        if prometheus {
            for line in FleetMetrics.lines(report) { Output.line(DataText(line)) }
        } else {
            output.show(report)
        }
        if report.status != .done { throw report.status }
    }
}

extension FleetReport.Choice: EnumerableFlag {
    static func help(for value: FleetReport.Choice) -> ArgumentHelp? {
        switch value {
        case .failing: "Only projects that fail or need a person."
        case .stale: "Only projects whose files differ on a worker."
        case .waiting: "Only projects that wait for quota, review or a retry."
        }
    }
}
