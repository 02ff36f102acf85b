/// Language codes that are also column names: `id` means Indonesian or identifier, `no` means Norwegian or number.
enum AmbiguousWord {
    /// Returns a cell that proves that a column with this header does not contain texts; otherwise `nil`.
    static func figure(under header: String, in column: Int, of rows: ArraySlice<HeaderSearch.Row>) -> String? {
        let word = header.lowercased()
        guard LanguageCodes.words.contains(word) else { return nil }
        let cells = rows.compactMap { $0.cells.indices.contains(column) ? $0.cells[column].trimmingWhitespace : nil }
            .filter { !$0.isEmpty }
        // A single number among texts is not evidence; a whole column of numbers is.
        return cells.allSatisfy({ word == "id" ? isIdentifier($0) : isNumber($0) }) ? cells.first : nil
    }

    static func contains(_ header: String) -> Bool { LanguageCodes.words.contains(header.lowercased()) }

    private static func isNumber(_ cell: String) -> Bool {
        cell.utf8.allSatisfy { (0x30...0x39).contains($0) || [0x2C, 0x2D, 0x2E].contains($0) }
    }

    private static func isIdentifier(_ cell: String) -> Bool {
        cell.utf8.contains { (0x30...0x39).contains($0) || [0x2D, 0x2E, 0x5F].contains($0) }
            && cell.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                    || [0x2D, 0x2E, 0x5F].contains(byte)
            }
    }
}
