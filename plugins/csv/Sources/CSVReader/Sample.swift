import GlossportReading

/// The first rows of a file in one dialect, for finding out what the columns are.
struct Sample {
    /// A row as text.
    struct Row {
        var cells: [String]
        var places: [TextPosition]
        /// As a spreadsheet counts.
        var number: Int

        var isBlank: Bool { cells.allSatisfy { $0.trimmingWhitespace.isEmpty } }
        var filledCells: Int { cells.count { !$0.trimmingWhitespace.isEmpty } }
        /// The number of cells up to the last one with something in it.
        var filledWidth: Int { (cells.lastIndex { !$0.trimmingWhitespace.isEmpty } ?? -1) + 1 }
    }

    /// How many rows are looked at.
    static let rowLimit = 50

    var rows: [Row] = []
    /// Why the sample ends early, if the dialect does not fit or the file is broken.
    var stop: ParseStop?

    /// Parses the first rows.
    ///
    /// - Parameters:
    ///   - text: The beginning of a file.
    ///   - isWhole: Whether that is all of it; if not, its last row may be cut off and is left out.
    ///   - dialect: How to read it.
    ///   - start: Where the text begins.
    init(of text: UnsafeRawBufferPointer, isWhole: Bool, dialect: CSVDialect, from start: TextPosition) {
        var parser = CSVParser(dialect, from: start)
        var index = 0
        // Small pieces, so that a long text is not parsed to its end for its first rows.
        while index < text.count, rows.count < Self.rowLimit, stop == nil {
            let end = min(index + 4_096, text.count)
            stop = parser.feed(UnsafeRawBufferPointer(rebasing: text[index..<end]))
            take(from: parser.batch)
            index = end
        }
        if isWhole, stop == nil, rows.count < Self.rowLimit {
            stop = parser.finish()
            take(from: parser.batch)
        }
    }

    private mutating func take(from batch: UnsafeMutablePointer<RowBatch>) {
        for index in 0..<min(batch.pointee.rows.count, Self.rowLimit - rows.count) {
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

    /// Whether there is nothing in it but white space.
    var isBlank: Bool { stop == nil && rows.allSatisfy(\.isBlank) }

    /// The most common width of the rows, and what part of the rows have it; leading rows of one cell are titles.
    var typicalWidth: (width: Int, share: Double)? {
        let widths = rows.filter { !$0.isBlank }.map(\.cells.count).drop { $0 < 2 }
        guard !widths.isEmpty else { return nil }
        let counts = Dictionary(widths.map { ($0, 1) }, uniquingKeysWith: +)
        guard let best = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return nil }
        return (best.key, Double(best.value) / Double(widths.count))
    }
}
