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
                case .text(let text): quoted(guarded(text.namingUnprintables(keeping: "\t\n\r")))
                }
            }
            .joined(separator: ",")
        )
    }

    /// Spreadsheets execute what begins like this, also in files from friends; some take the full-width forms for the same.
    private static let dangerous = Set("=+-@\t\r\n＝＋－＠".unicodeScalars)

    /// An apostrophe tells a spreadsheet that text follows.
    ///
    /// A spreadsheet that divides at semicolons or tabs finds cells within a cell.
    private static func guarded(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        if let first = text.unicodeScalars.first, dangerous.contains(first) { result.append("'") }
        var last: Unicode.Scalar = "'"
        for scalar in text.unicodeScalars {
            if "=＝".unicodeScalars.contains(scalar), ";\t".unicodeScalars.contains(last) { result.append("'") }
            result.append(scalar)
            last = scalar
        }
        return String(result)
    }

    /// A line that begins with `::` would be a command in the log of a build server.
    private static func quoted(_ text: String) -> String {
        guard text.hasPrefix("::") || text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) })
        else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
