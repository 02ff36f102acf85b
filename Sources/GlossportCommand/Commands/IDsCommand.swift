import ArgumentParser
import Glossport
import GlossportProject
import GlossportReading

struct IDsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ids",
        abstract: "List each message's IDs by locale: approved, previous, state.",
        discussion: """
            Reads only the journal; `glossport settle` updates it. The order is stable, so that a server can ship the \
            list and two of them can be compared.

            EXAMPLES
              glossport ids
              glossport ids -v                      full ids, as in JSON
              glossport ids --output json > ids.json
              glossport ids --output csv > ids.csv
            """
    )

    enum Form: String, ExpressibleByArgument, CaseIterable {
        case table, json, csv
    }

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var display: DisplayOptions

    @Option(name: .shortAndLong, help: "Output format.")
    var output: Form = .table

    private struct Listing: CommandReport {
        var schema = "glossport.ids/1"
        var messages: [MessageIDs]
        /// Every id in the journal, so that shortened ids are unambiguous.
        @Unencoded var known: [ServiceID]

        func lines(verbose: Bool, on terminal: Terminal) -> [String] {
            guard !messages.isEmpty else { return ["No message is uploaded yet."] }
            let ids = ShortIDs(known, isWhole: verbose)
            let rows = messages.map { row in
                let locale = row.locale + (row.copiedFrom.map { " (copy of \($0))" } ?? "")
                let approved = row.approved.map(ids.text) ?? "none yet"
                return [row.message, locale, approved, row.previous.map(ids.text) ?? "", row.state]
            }
            return Table(["MESSAGE", "LOCALE", "ID", "BEFORE", "STATE"], rows).lines(on: terminal)
        }
    }

    func run() async throws {
        let workspace = try Workspace(project, needsApp: true)
        let contents = try await JournalCommand.contents(of: workspace)
        let selection = try selection.selection(among: contents.records, of: workspace.project)
        let rows = MessageIDs.all(in: contents.part(selection))
        guard let form = OutputForm(rawValue: output.rawValue) else {
            let hasCopies = rows.contains { $0.copiedFrom != nil }
            Output.line(DataText("message,locale,id,previous,state" + (hasCopies ? ",copiedFrom" : "")))
            for row in rows {
                let ids = [row.approved, row.previous].map { $0?.description ?? "" }
                let copy = hasCopies ? [row.copiedFrom ?? ""] : []
                Output.line(CSVLine.text([row.message, row.locale] + ids + [row.state] + copy))
            }
            return
        }
        let listing = Listing(messages: rows, known: contents.records.map(\.item.id))
        form.show(Joined(listing, contents.destination), verbose: display.verbose)
    }
}

/// A line of CSV (RFC 4180, with LF) that is safe in spreadsheets and build logs.
private enum CSVLine {
    static func text(_ cells: [String]) -> DataText {
        let safe = cells.map { quoted(shown(FormulaGuard.guarded($0.namingUnprintables(keeping: "\t\n\r")))) }
        return DataText(safe.joined(separator: ","))
    }

    /// Breaks up commands to the build server: Azure Pipelines, for example, runs `##vso[…]` anywhere in a logged line.
    private static func shown(_ text: String) -> String {
        Escape.isForBuildServer ? Escape.breakingMarks(text) : text
    }

    /// Also quotes a cell that begins with `::`, because a build server would run it as a command.
    private static func quoted(_ text: String) -> String {
        guard text.hasPrefix("::") || text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) })
        else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
