import GlossportReading

/// Columns for people.
///
/// Widths count what a terminal shows, so that Japanese and emoji line up.
struct Table {
    private var rows: [[String]] = []
    private let rightAligned: Set<Int>

    /// - Parameters:
    ///   - headings: The first row; empty for none.
    ///   - rightAligned: The columns of numbers.
    init(_ headings: [String], rightAligned: Set<Int> = []) {
        if !headings.isEmpty { rows = [headings] }
        self.rightAligned = rightAligned
    }

    mutating func add(_ cells: [String]) { rows.append(cells.map { $0.namingUnprintables() }) }

    /// The lines, without trailing blanks.
    func lines(indentedBy indent: Int = 0) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? Self.width($0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = String(repeating: " ", count: indent)
            for (column, cell) in row.enumerated() {
                let gap = String(repeating: " ", count: widths[column] - Self.width(cell))
                line += rightAligned.contains(column) ? gap + cell : cell + gap
                line += "  "
            }
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }

    /// Cells that the text takes on a terminal.
    static func width(_ text: String) -> Int {
        text.reduce(0) { sum, character in
            guard let scalar = character.unicodeScalars.first else { return sum }
            // The marks of colours.
            if 0x10FF00...0x10FF06 ~= scalar.value { return sum }
            return sum + (isWide(scalar) ? 2 : 1)
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
