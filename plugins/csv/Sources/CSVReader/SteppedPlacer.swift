import GlossportReading

/// Works out where cells stand by walking over every byte.
///
/// Where spaces around cells are trimmed, contents no longer tell how long a cell is in the file (see ``CellPlacer``). Then
/// libcsv is fed one possible cell at a time, so that a cell that arrives has just ended. Slower, and right whatever libcsv
/// does; the tests hold the fast way against this one.
struct SteppedPlacer {
    private let dialect: CSVDialect
    /// Where the next byte stands.
    private(set) var place: TextPosition
    /// Where the cell that is being read began, once it has.
    private var cellPlace: TextPosition?
    private var isRowEmpty = true
    /// The number of the row that is being read.
    private(set) var rowNumber = 1

    init(_ dialect: CSVDialect, from start: TextPosition) {
        self.dialect = dialect
        place = start
    }

    /// Where the cell that is being read began.
    var openCell: TextPosition { cellPlace ?? place }

    /// Moves past bytes of which only the last may be a separator.
    ///
    /// - Returns: Where a cell that ends with them began.
    mutating func pass(_ slice: UnsafeRawBufferPointer) -> TextPosition {
        var last = place
        for byte in slice {
            last = place
            let isSkipped = dialect.isTrimmed(byte) || isRowEmpty && (byte == 0x0A || byte == 0x0D)
            if cellPlace == nil, !isSkipped { cellPlace = place }
            place.advance(over: byte)
        }
        return cellPlace ?? last
    }

    /// Notes what came of the bytes that were passed last.
    ///
    /// - Parameters:
    ///   - separator: The last byte, if it separates.
    ///   - wasAfterCarriageReturn: Whether the byte before it was a CR.
    ///   - endedCell: Whether a cell has ended with it.
    ///   - endedRow: Whether a row has ended with it.
    mutating func settle(separator: UInt8?, wasAfterCarriageReturn: Bool, endedCell: Bool, endedRow: Bool) {
        if endedCell { cellPlace = nil }
        if endedRow {
            isRowEmpty = true
            rowNumber += 1
        } else if endedCell {
            isRowEmpty = false
        } else if isRowEmpty, cellPlace == nil, let separator, separator != dialect.delimiter {
            // A blank line; the LF of a CRLF is not another one.
            if separator == 0x0D || !wasAfterCarriageReturn { rowNumber += 1 }
        }
    }
}
