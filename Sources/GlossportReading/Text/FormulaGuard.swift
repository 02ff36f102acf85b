/// Keeps spreadsheets from executing a cell.
package enum FormulaGuard {
    /// Spreadsheets execute what begins like this, also in files from friends; some take the full-width forms for the same.
    private static let dangerous = Set("=+-@\t\r\n＝＋－＠".unicodeScalars)

    /// The text with an apostrophe before what a spreadsheet would execute, which tells it that text follows.
    ///
    /// A spreadsheet that divides at semicolons or tabs finds cells within a cell.
    package static func guarded(_ text: String) -> String {
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
}
