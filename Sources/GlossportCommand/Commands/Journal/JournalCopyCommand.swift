import ArgumentParser
private import Foundation
import Glossport
import GlossportProject
import GlossportReading

struct JournalCopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy the whole journal, such as from a file into PostgreSQL.",
        discussion: """
            Copies every item, request, approval and default of all apps. The target must be empty, and no other command may use \
            either journal meanwhile. The project file names the old journal until you change it. Copying back works the same way.

            EXAMPLES
              glossport journal copy postgres://glossport@db.example.com/glossport
              glossport journal copy .glossport/journal.sqlite
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    @Argument(help: ArgumentHelp("The new journal: a file or a postgres:// address.", valueName: "target"))
    var target: String

    private struct Copy: Encodable {
        var from, to: String
        var items, requests, runs: Int
    }

    func run() async throws {
        let workspace = try Workspace(project, needsApp: false)
        let other = try JournalLocation(target)
        let (store, targetStore) = (try workspace.store, try other.store)
        let source = try await JournalCommand.open(workspace)
        defer { source.close() }
        var holds: [JournalHold] = []
        defer { for hold in holds { hold.end() } }
        for destination in try await source.log.destinations() {
            holds.append(try await store.hold(destination, at: SystemTime.sinceNow.now))
        }
        let copy = try await targetStore.open(.creating)
        defer { copy.close() }
        let states = try await source.copy(into: copy).values
        func count(_ number: (JournalState) -> Int) -> Int { states.reduce(0) { $0 + number($1) } }
        let document = Copy(
            from: workspace.journal.description,
            to: other.description,
            items: count(\.itemCount),
            requests: count(\.attemptCount),
            runs: count(\.runCount)
        )
        var lines = [
            """
            Copied \(document.from) to \(document.to): \(Plural.of(document.items, "item")), \
            \(Plural.of(document.requests, "request")), \(Plural.of(document.runs, "run")). Both contain the same.
            """
        ]
        if let path = workspace.path {
            let written = Self.written(other, into: path)
            lines.append("Write `journal: \(written)` into \(path), and move the old journal away.")
        }
        try output.show("glossport.journal-copy/1", document, lines: lines)
    }

    /// The journal as the project file should name it.
    ///
    /// A file's relative path becomes relative to the project's folder or, outside that folder, absolute.
    private static func written(_ journal: JournalLocation, into project: String) -> String {
        guard case .file(let file) = journal, !file.hasPrefix("/") else { return "\(journal)" }
        let folder = project.lastIndex(of: "/").map { String(project[...$0]) } ?? ""
        return file.hasPrefix(folder) ? String(file.dropFirst(folder.count)) : URL(filePath: file).path
    }
}
