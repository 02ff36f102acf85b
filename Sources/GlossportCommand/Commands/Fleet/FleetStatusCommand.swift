import ArgumentParser
import Glossport
import GlossportImporting

/// Shows how a fleet gets on.
struct FleetStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show how every project of the fleet stands, and who works.",
        discussion: """
            EXAMPLES
              glossport fleet status
              glossport fleet status --failing
              glossport fleet status --output json
              glossport fleet status --prometheus > fleet.prom

            Made to be a probe: exit code 3 says that something fails or needs a person, 12 that Apple has rejected something.
            """
    )

    @Flag(exclusivity: .exclusive)
    var choice: FleetReport.Choice?

    @Flag(help: "Print metrics as Prometheus reads them.")
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
        case .failing: "Only those that fail or need a person."
        case .stale: "Only those of which a worker has other files."
        case .waiting: "Only those that wait for quota, review or a new try."
        }
    }
}
