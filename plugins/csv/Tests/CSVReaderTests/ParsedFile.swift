import GlossportReading

@testable import CSVReader

/// All rows of a text, for tests below the level of units.
struct ParsedFile: Equatable {
    struct Row: Equatable {
        var cells: [String]
        var places: [TextPosition]
        var number: Int
    }

    var rows: [Row] = []
    var stop: ParseStop?

    /// Parses valid UTF-8 in chunks whose lengths cycle through `pieces`.
    init(_ bytes: [UInt8], _ dialect: CSVDialect = CSVDialect(), pieces: [Int] = [.max]) {
        var parser = CSVParser(dialect)
        var rows: [Row] = []
        func take(_ row: TableRow, _: [CSVParser.StrayQuote]) {
            rows.append(
                Row(
                    cells: (0..<row.count).map { row.text($0) ?? "" },
                    places: (0..<row.count).map { row.place($0) },
                    number: row.number
                )
            )
        }
        var start = 0
        var turn = 0
        while start < bytes.count, stop == nil {
            var end = start + min(max(pieces[turn % pieces.count], 1), bytes.count - start)
            while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
            stop = bytes[start..<end].withUnsafeBytes { parser.feed($0, take) }
            start = end
            turn += 1
        }
        if stop == nil { stop = parser.finish(take) }
        self.rows = rows
    }
}
