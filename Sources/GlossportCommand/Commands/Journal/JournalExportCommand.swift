import ArgumentParser
private import Foundation
import Glossport

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
                for event in events {
                    Output.line(JSON.line(Joined(Joined(event, LineHead(event.position)), destination)))
                }
            }
        }
    }
}

/// The members of a line beside those of its event and its destination; the schema is stable.
private struct LineHead: Encodable {
    var schema = "glossport.journal-event/1"
    var number: Int64
    var writer: String

    init(_ position: LogPosition) {
        (number, writer) = (position.number, position.writer.uuidString.lowercased())
    }
}
