import ArgumentParser
private import Foundation
import Glossport
import GlossportProject

struct JournalExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print every event of the journal as JSON lines.",
        discussion: """
            Prints one event per line, of all destinations, oldest first. Neither the journal nor this output contains keys or \
            tokens. To query tables instead, use the views `item`, `attempt`, `run` and `default_now` of the SQLite file or the database.

            EXAMPLES
              glossport journal export > journal.jsonl
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions

    func run() async throws {
        let journal = try await JournalCommand.open(try Workspace(project, needsApp: true))
        defer { journal.close() }
        for destination in try await journal.log.destinations() {
            try await journal.events(of: destination) { events in
                for event in events { Output.line(JSON.line(EventLine(event, destination))) }
            }
        }
    }
}

/// An event as a line of JSON; the schema is stable.
private struct EventLine: Encodable {
    var schema = "glossport.journal-event/1"
    var app: String
    var environment: ServiceEnvironment
    var number, run: Int64
    var writer: String
    var at: Timestamp
    var kind: String
    var item: ServiceID?
    var attempt: Int64?
    var endpoint: Endpoint?
    var outcome: String?
    var status, code: Int?
    var state: ItemState?
    var proof: Proof?
    var pausedUntil, steadyUntil: Timestamp?
    var reason, product, locale, text: String?

    init(_ event: JournalEvent, _ destination: Destination) {
        (app, environment) = (destination.app, destination.environment)
        (number, run, kind) = (event.number, event.run, event.kind.rawValue)
        writer = event.position.writer.uuidString.lowercased()
        (at, pausedUntil, steadyUntil) = (event.at, event.pausedUntil, event.steadyUntil)
        (item, attempt, endpoint) = (event.item, event.attempt, event.endpoint)
        (outcome, status, code) = (event.outcome, event.status, event.code)
        (state, proof, reason) = (event.state, event.proof, event.reason)
        (product, locale, text) = (event.product, event.locale, event.text)
    }
}
