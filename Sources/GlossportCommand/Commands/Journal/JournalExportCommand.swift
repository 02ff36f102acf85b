import ArgumentParser
private import Foundation
import GlossportImporting

/// Hands out the journal's rows.
struct JournalExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print items, attempts or approvals as JSON lines or CSV.",
        discussion: """
            All destinations, oldest first. The journal holds no key and no token, so neither does this. In CSV a cell that a \
            spreadsheet would take for a formula begins with an apostrophe.

            EXAMPLES
              glossport journal export > items.jsonl
              glossport journal export --rows attempts --format csv > attempts.csv
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions

    @Option(help: ArgumentHelp("What to print.", valueName: "what"))
    var rows: JournalTable.Kind = .items

    @Option(help: ArgumentHelp("How to print it.", valueName: "form"))
    var format: ExportFormat = .jsonl

    func run() async throws {
        let journal = try await JournalCommand.open(try Workspace(project, needsApp: true))
        var hasHeader = false
        try await journal.export(rows) { table in
            if format == .csv, !hasHeader { Output.line(CSVLine.text(table.columns.map { .text($0) })) }
            hasHeader = true
            for row in table.rows {
                switch format {
                case .csv: Output.line(CSVLine.text(row))
                case .jsonl:
                    let members = zip(table.columns, row).map { ($0, ExportedCell(cell: $1)) }
                    Output.line(JSON.line(Dictionary(members) { first, _ in first }))
                }
            }
        }
        Output.flush()
    }
}

/// How rows are written.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
    case jsonl, csv
}

extension JournalTable.Kind: ExpressibleByArgument {}

private struct ExportedCell: Encodable {
    var cell: JournalTable.Cell

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch cell {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .none: try container.encodeNil()
        }
    }
}
