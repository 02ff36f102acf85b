import ArgumentParser
import Glossport

/// Looks at the reviews and sets what can be set.
struct SettleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle",
        abstract: "Ask what Apple has approved, and set the defaults that can be set.",
        discussion: """
            One list call, then every default that the last imports wanted and that is approved now. Ends at once, and can be \
            run at any time, such as from cron. Until a message is approved in all its locales, customers keep seeing the old \
            one (see --flip).

            EXAMPLES
              glossport settle
              glossport settle --environment production --output json
              glossport settle --flip each

            Exit code 9 says that reviews are pending, 12 that Apple has rejected a message.
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Service") var service: ServiceOptions
    @OptionGroup(title: "Defaults") var flip: FlipOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let session = try Session(try Workspace(project, needsApp: true), service)
        let status = try await BookedRun.perform("settle", session) { booked in
            let summary = try await booked.settle(flip.flip)
            output.show(SettleReport(summary, session.destination))
            return ExitStatus(summary.outcome)
        }
        if status != .done { throw status }
    }
}

extension OutputOptions {
    /// Prints a report.
    func show(_ report: SettleReport) {
        switch output {
        case .table: for line in report.table { Output.line(line) }
        case .json: Output.line(JSON.document(report))
        case .jsonl: Output.line(JSON.line(report))
        }
        Output.flush()
    }
}
