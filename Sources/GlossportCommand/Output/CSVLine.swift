import GlossportImporting
import GlossportReading

/// A line of CSV (RFC 4180, with LF) that no spreadsheet executes.
enum CSVLine {
    /// A cell's value.
    enum Cell {
        case text(String)
        case number(Int64)
        case none
    }

    static func text(_ cells: [Cell]) -> DataText {
        DataText(
            cells.map { cell in
                switch cell {
                case .none: ""
                case .number(let number): String(number)
                case .text(let text): quoted(shown(FormulaGuard.guarded(text.namingUnprintables(keeping: "\t\n\r"))))
                }
            }
            .joined(separator: ",")
        )
    }

    /// The text as a log may show it: a build server obeys `##vso[…]` anywhere in a line.
    private static func shown(_ text: String) -> String {
        Escape.isForBuildServer ? Escape.breakingMarks(text) : text
    }

    /// A line that begins with `::` would be a command in the log of a build server.
    private static func quoted(_ text: String) -> String {
        guard text.hasPrefix("::") || text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) })
        else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
