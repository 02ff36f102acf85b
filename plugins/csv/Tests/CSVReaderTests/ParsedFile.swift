import GlossportReading

@testable import CSVReader

/// All rows of a text, for tests that look below the units.
struct ParsedFile: Equatable {
    struct Row: Equatable {
        var cells: [String]
        var places: [TextPosition]
        var number: Int
    }

    var rows: [Row] = []
    var stop: ParseStop?

    /// Parses a text.
    ///
    /// - Parameters:
    ///   - bytes: Valid UTF-8.
    ///   - dialect: How to read it.
    ///   - steps: Whether to place cells by walking over every byte.
    ///   - pieces: The lengths of the pieces to feed, used again and again.
    init(_ bytes: [UInt8], _ dialect: CSVDialect = CSVDialect(), steps: Bool = false, pieces: [Int] = [.max]) {
        var parser = CSVParser(dialect, steps: steps)
        var start = 0
        var turn = 0
        while start < bytes.count, stop == nil {
            var end = start + min(max(pieces[turn % pieces.count], 1), bytes.count - start)
            while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
            stop = bytes[start..<end].withUnsafeBytes { parser.feed($0) }
            take(parser.batch)
            start = end
            turn += 1
        }
        if stop == nil {
            stop = parser.finish()
            take(parser.batch)
        }
    }

    private mutating func take(_ batch: UnsafeMutablePointer<RowBatch>) {
        for index in 0..<batch.pointee.rows.count {
            let row = batch.pointee.rows[index]
            rows.append(
                Row(
                    cells: row.cells.map { batch.pointee.text($0) },
                    places: row.cells.map { batch.pointee.cells[$0].place },
                    number: row.number
                )
            )
        }
    }
}
