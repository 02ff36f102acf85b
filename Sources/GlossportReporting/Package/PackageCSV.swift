import GlossportChecking
import GlossportReading

/// Writes the texts of a locale as CSV.
///
/// Spreadsheets can open it with a double click: it has a byte order mark, and texts that look like formulas are
/// escaped.
enum PackageCSV {
    private static let columns = PackageColumn.allCases.filter { $0 != .length }

    static func table(_ texts: [TextToDo], _ mark: PackageMark) -> String {
        let rows = texts.map { text in
            let cells = columns.map { $0.content(of: text, mark) }
            let guarded = cells.map(FormulaGuard.guarded)
            return zip(columns, guarded).map { column, cell in
                quoted(column == .task && guarded != cells ? [cell, guardNote].joined(separator: " ") : cell)
            }
        }
        return "\u{FEFF}"
            + ([columns.map(\.rawValue)] + rows).map { $0.joined(separator: ",") + "\r\n" }.joined()
    }

    private static let guardNote =
        "The apostrophe before = + - or @ keeps spreadsheets from running a formula. It is not part of the text."

    private static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { ",;\"\r\n\t".unicodeScalars.contains($0) }) else { return text }
        // Iterates over scalars, because a combining mark after a quotation mark forms one character with it.
        return "\"" + text.unicodeScalars.reduce(into: "") { $0 += $1 == "\"" ? "\"\"" : String($1) } + "\""
    }
}
