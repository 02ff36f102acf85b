import GlossportImporting
import GlossportReading

/// A line of CSV (RFC 4180, with LF) that no spreadsheet executes.
enum CSVLine {
    static func text(_ cells: [JournalTable.Cell]) -> DataText {
        DataText(
            cells.map { cell in
                switch cell {
                case .none: ""
                case .number(let number): String(number)
                case .text(let text): quoted(broken(FormulaGuard.guarded(text.namingUnprintables(keeping: "\t\n\r"))))
                }
            }
            .joined(separator: ",")
        )
    }

    /// What a build server would obey anywhere in a line, `##vso[…]`, with a backslash in it as in all output.
    private static func broken(_ text: String) -> String {
        Escape.isForBuildServer ? text.replacing("##", with: "#\\#") : text
    }

    /// A line that begins with `::` would be a command in the log of a build server.
    private static func quoted(_ text: String) -> String {
        guard text.hasPrefix("::") || text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) })
        else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
