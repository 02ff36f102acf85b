import GlossportReading

/// A push parser: bytes of a file go in, rows with the exact place of each cell come out.
///
/// Feed it valid UTF-8 without NUL, in pieces of any size that end between two scalars. It stops at the first thing that is
/// not CSV; every row before that has come out, and nothing after it will.
struct CSVParser: ~Copyable {
    private let dialect: CSVDialect
    private var csv: LibCSV
    private var placer: CellPlacer
    private var stepper: SteppedPlacer?
    /// Cells of the batch that have their places.
    private var placedCells = 0
    private var placedRows = 0

    /// - Parameters:
    ///   - dialect: How the file is written.
    ///   - start: Where its first byte stands.
    ///   - steps: Whether to place cells by walking over every byte; always so where spaces are trimmed.
    init(_ dialect: CSVDialect, from start: TextPosition = TextPosition(), steps: Bool = false) {
        self.dialect = dialect
        end = start
        csv = LibCSV(dialect)
        placer = CellPlacer(quote: dialect.quote, from: start)
        if steps || dialect.trimsSpaces { stepper = SteppedPlacer(dialect, from: start) }
    }

    /// The rows of the last piece.
    ///
    /// It stays as it is while the next piece is read, and until the one after that.
    var batch: UnsafeMutablePointer<RowBatch> { csv.batch }

    /// Where the byte after everything that was fed stands.
    private(set) var end: TextPosition

    /// Reads a piece; its complete rows are in ``batch``.
    ///
    /// - Returns: Why nothing more can be read, or `nil`.
    mutating func feed(_ chunk: UnsafeRawBufferPointer) -> ParseStop? {
        beginBatch()
        guard !chunk.isEmpty else { return nil }
        if stepper != nil { return feedStepwise(chunk) }
        var position = 0
        while position < chunk.count {
            let (count, refusal) = csv.take(UnsafeRawBufferPointer(rebasing: chunk[position...]))
            position += count
            if let stop = placeNewCells(in: chunk) { return stop }
            if let stop = overflowStop(cell: placer.nextCell(in: chunk)) { return stop }
            guard let refusal else { break }
            let (place, cell) = (placer.place(of: position, in: chunk), placer.nextCell(in: chunk))
            if let stop = answer(refusal, at: position, of: chunk, place: place, cell: cell) { return stop }
            position += 1
        }
        placer.endChunk(chunk)
        end = placer.place(of: 0, in: UnsafeRawBufferPointer(start: nil, count: 0))
        return nil
    }

    /// Ends the file; its last row, if no line end follows it, is in ``batch``.
    mutating func finish() -> ParseStop? {
        beginBatch()
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        let cell = stepper?.openCell ?? placer.nextCell(in: nothing)
        guard csv.finish() else {
            let excerpt = csv.withOpenCell { String(excerptOf: $0, around: 0) }
            return ParseStop(reason: .openQuote, place: cell, cell: cell, row: openRow ?? cell, excerpt: excerpt)
        }
        if stepper != nil {
            if batch.pointee.cells.count > placedCells {
                if let stop = swallowStop(of: placedCells, at: cell) { return stop }
                placeSteppedCell(at: cell)
            }
            return overflowStop(cell: cell)
        }
        return placeNewCells(in: nothing) ?? overflowStop(cell: cell)
    }

    private mutating func beginBatch() {
        csv.beginBatch()
        placedCells = batch.pointee.cells.count
        placedRows = 0
    }

    /// Where the incomplete row begins, if one of its cells is complete.
    private var openRow: TextPosition? {
        let open = batch.pointee.openRow
        return open.isEmpty ? nil : batch.pointee.cells[open.lowerBound].place
    }

    // MARK: What libcsv refuses

    /// Turns a refusal into the end of reading, or, where the dialect is lenient, into a stray quote.
    private func answer(
        _ refusal: LibCSV.Refusal,
        at index: Int,
        of chunk: UnsafeRawBufferPointer,
        place: TextPosition,
        cell: TextPosition
    ) -> ParseStop? {
        let excerpt = String(excerptOf: chunk, around: index)
        switch refusal {
        case .cellTooLong:
            return ParseStop(reason: .cellTooLong, place: cell, cell: cell, row: openRow ?? cell, excerpt: excerpt)
        case .quoteInBareCell where dialect.acceptsStrayQuotes, .textAfterClosingQuote where dialect.acceptsStrayQuotes:
            let isQuoted = refusal == .textAfterClosingQuote
            let length = csv.withOpenCell { $0.count }
            batch.pointee.strayQuotes.append(
                RowBatch.StrayQuote(
                    cell: batch.pointee.cells.count,
                    offset: isQuoted ? length - 1 : length,
                    isInQuotedCell: isQuoted,
                    place: place,
                    excerpt: excerpt
                )
            )
            csv.force(chunk[index])
            return nil
        case .quoteInBareCell:
            return ParseStop(
                reason: .quoteInBareCell,
                place: place,
                cell: cell,
                row: openRow ?? cell,
                excerpt: excerpt,
                hint: hint(before: chunk[index])
            )
        case .textAfterClosingQuote:
            return ParseStop(
                reason: .textAfterClosingQuote,
                place: place,
                cell: cell,
                row: openRow ?? cell,
                excerpt: excerpt,
                hint: hint(before: chunk[index])
            )
        }
    }

    private func hint(before byte: UInt8) -> ParseStop.Hint? {
        csv.withOpenCell { content in
            let text = csv.isCellQuoted ? content.dropLast() : content[...]
            if text.last == 0x5C { return .backslash }
            if csv.isCellQuoted { return byte == 0x20 || byte == 0x09 ? .spacesAroundQuotes : nil }
            return text.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? .spacesAroundQuotes : nil
        }
    }

    private func overflowStop(cell: TextPosition) -> ParseStop? {
        switch batch.pointee.overflow {
        case nil: return nil
        case .cell: return ParseStop(reason: .cellTooLong, place: cell, cell: cell, row: openRow ?? cell, excerpt: "")
        case .row:
            return ParseStop(
                reason: .rowTooLong,
                place: openRow ?? cell,
                cell: cell,
                row: openRow ?? cell,
                excerpt: ""
            )
        }
    }

    // MARK: Placing from contents

    private mutating func placeNewCells(in chunk: UnsafeRawBufferPointer) -> ParseStop? {
        let rows = batch.pointee.rows.count
        while placedRows < rows {
            let row = batch.pointee.rows[placedRows]
            while placedCells < row.cells.upperBound {
                if let stop = placeCell(in: chunk) { return stop }
                if placedCells < row.cells.upperBound { placer.passDelimiter() }
            }
            batch.pointee.setNumber(placer.rowNumber, ofRow: placedRows)
            if let terminator = row.terminator { placer.passRowEnd(terminator) }
            placedRows += 1
        }
        while placedCells < batch.pointee.cells.count {
            if let stop = placeCell(in: chunk) { return stop }
            placer.passDelimiter()
        }
        return nil
    }

    /// Places one cell, unless it has swallowed lines after a stray quote.
    @inline(__always)
    private mutating func placeCell(in chunk: UnsafeRawBufferPointer) -> ParseStop? {
        let index = placedCells
        if !batch.pointee.strayQuotes.isEmpty {
            let cell = placer.nextCell(in: chunk)
            if let stop = swallowStop(of: index, at: cell) { return stop }
        }
        let place = placer.pass(
            batch.pointee.content(index),
            strayQuotes: batch.pointee.strayQuotes.isEmpty ? [] : batch.pointee.quotesWrittenOnce(in: index),
            in: chunk
        )
        batch.pointee.setPlace(place, ofCell: index)
        placedCells = index + 1
        return nil
    }

    /// A stray closing quote after which the cell went on over line breaks: then whole rows are inside it.
    private func swallowStop(of cell: Int, at place: TextPosition) -> ParseStop? {
        for quote in batch.pointee.strayQuotes where quote.cell == cell && quote.isInQuotedCell {
            let content = batch.pointee.content(cell)
            if UnsafeRawBufferPointer(rebasing: content[min(quote.offset, content.count)...]).containsLineBreak {
                let row = batch.pointee.row(of: cell)
                let rowPlace = row.lowerBound < cell ? batch.pointee.cells[row.lowerBound].place : place
                batch.pointee.truncate(toRowsBefore: cell)
                return ParseStop(
                    reason: .textAfterClosingQuote,
                    place: quote.place,
                    cell: place,
                    row: rowPlace,
                    excerpt: quote.excerpt
                )
            }
        }
        return nil
    }

    // MARK: Placing step by step

    private mutating func feedStepwise(_ chunk: UnsafeRawBufferPointer) -> ParseStop? {
        var start = 0
        while start < chunk.count {
            let separator = chunk[start...].firstIndex { dialect.isSeparator($0) }
            let end = separator.map { $0 + 1 } ?? chunk.count
            if let stop = step(start..<end, of: chunk, separator: separator.map { chunk[$0] }) { return stop }
            start = end
        }
        end = stepper?.place ?? end
        return nil
    }

    private mutating func step(
        _ range: Range<Int>,
        of chunk: UnsafeRawBufferPointer,
        separator: UInt8?
    ) -> ParseStop? {
        guard var stepper else { return nil }
        let before = stepper.place
        let rows = batch.pointee.rows.count
        let isAfterCarriageReturn = range.count == 1 && before.isAfterCarriageReturn
        let cell = stepper.pass(UnsafeRawBufferPointer(rebasing: chunk[range]))
        var position = range.lowerBound
        while position < range.upperBound {
            let (count, refusal) = csv.take(UnsafeRawBufferPointer(rebasing: chunk[position..<range.upperBound]))
            position += count
            guard let refusal else { break }
            var place = before
            place.advance(over: UnsafeRawBufferPointer(rebasing: chunk[range.lowerBound..<position]))
            if let stop = answer(refusal, at: position, of: chunk, place: place, cell: cell) { return stop }
            position += 1
        }
        if let stop = overflowStop(cell: cell) { return stop }
        let endedCell = batch.pointee.cells.count > placedCells
        if endedCell {
            if let stop = swallowStop(of: placedCells, at: cell) { return stop }
            placeSteppedCell(at: cell)
        }
        stepper.settle(
            separator: separator,
            wasAfterCarriageReturn: isAfterCarriageReturn,
            endedCell: endedCell,
            endedRow: batch.pointee.rows.count > rows
        )
        self.stepper = stepper
        return nil
    }

    private mutating func placeSteppedCell(at place: TextPosition) {
        batch.pointee.setPlace(place, ofCell: placedCells)
        placedCells += 1
        if let stepper, let last = batch.pointee.rows.last, last.number == 0 {
            batch.pointee.setNumber(stepper.rowNumber, ofRow: batch.pointee.rows.count - 1)
        }
    }
}
