/// Keeps spreadsheets from executing a cell.
public enum FormulaGuard {
    /// Spreadsheets execute what begins like this, also in files from friends; some take the full-width forms for the same.
    private static let signs = Set("=+-@＝＋－＠".unicodeScalars)
    /// Where a spreadsheet that divides at semicolons, tabs or line ends finds a cell within a cell.
    private static let dividers = Set(";\t\r\n".unicodeScalars)

    /// Guards the text of a cell.
    ///
    /// - Parameter text: The text.
    /// - Returns: The text with an apostrophe before what a spreadsheet would execute, which tells it that text follows.
    public static func guarded(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        if let first = text.unicodeScalars.first, signs.contains(first) || first != ";" && dividers.contains(first) {
            result.append("'")
        }
        var last: Unicode.Scalar = "'"
        for scalar in text.unicodeScalars {
            if signs.contains(scalar), dividers.contains(last) { result.append("'") }
            result.append(scalar)
            last = scalar
        }
        return String(result)
    }
}
