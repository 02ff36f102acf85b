import GlossportReading

/// A push parser that converts the bytes of a file into rows with the exact location of each cell.
///
/// Feed it valid UTF-8 without NUL, in chunks of any size that end between two scalars. It stops at the first syntax
/// error: it has then emitted all rows before the error, and emits no further rows.
///
/// libcsv reports no positions, so it is fed one potential cell at a time, up to the next delimiter or line end. Thus,
/// when libcsv reports a cell, that cell has just ended. For a cell without inner quotes that is complete in its chunk,
/// libcsv receives only the surrounding quotes and the separator, unless the dialect trims spaces.
struct CSVParser: ~Copyable {
    /// A quote where CSV does not allow one.
    struct StrayQuote {
        /// The offset in the cell's content.
        var offset: Int
        /// Whether the cell is quoted, so that the quote looked like the closing one.
        var isInQuotedCell: Bool
        var place: TextPosition
        var excerpt: String
        /// Whether its cell has not ended yet.
        var isInOpenCell = true
    }

    typealias Body = (_ row: TableRow, _ strayQuotes: [StrayQuote]) -> Void

    private let dialect: CSVDialect
    private var csv: LibCSV
    /// The location after all bytes fed so far.
    private(set) var end: TextPosition
    /// The start of the current cell; `nil` until it has begun.
    private var cellPlace: TextPosition?
    private var isRowEmpty = true
    private var rowNumber = 1
    private var strayQuotes: [StrayQuote] = []

    /// Creates a parser for a dialect; `start` is the location of the first byte.
    init(_ dialect: CSVDialect, from start: TextPosition = TextPosition()) {
        self.dialect = dialect
        end = start
        csv = LibCSV(dialect)
    }

    /// Parses a chunk; returns the error that ends parsing, or `nil`.
    ///
    /// All rows passed to the closure share one buffer, so keeping a row copies it.
    mutating func feed(_ chunk: UnsafeRawBufferPointer, _ body: Body) -> ParseStop? {
        // Each byte is searched for again only after its last hit was passed.
        func next(_ byte: UInt8, _ start: Int) -> Int { ByteSearch.first(byte, in: chunk, from: start) ?? chunk.count }
        var (delimiter, lineFeed, carriageReturn) = (next(dialect.delimiter, 0), next(0x0A, 0), next(0x0D, 0))
        var quote = dialect.quote.map { next($0, 0) } ?? chunk.count
        var start = 0
        while start < chunk.count {
            if let byte = dialect.quote, quote < start { quote = next(byte, start) }
            var separator = min(delimiter, lineFeed, carriageReturn)
            var content: Range<Int>?
            if cellPlace == nil, !dialect.trimsSpaces {
                if quote == start {
                    let closing = next(chunk[start], start + 1)
                    if closing + 1 < chunk.count, isSeparator(chunk[closing + 1]) {
                        content = start + 1..<closing
                        separator = closing + 1
                    }
                } else if quote > separator, separator == delimiter || !isRowEmpty {
                    // A line end alone in a row may be a blank line, which libcsv must decide.
                    content = start..<separator
                }
            }
            let range = start..<min(separator + 1, chunk.count)
            let stop =
                if let content {
                    step(content, in: range, of: chunk, body)
                } else {
                    step(range, of: chunk, separator: separator < chunk.count ? chunk[separator] : nil, body)
                }
            if let stop { return stop }
            start = range.upperBound
            if delimiter < start { delimiter = next(dialect.delimiter, start) }
            if lineFeed < start { lineFeed = next(0x0A, start) }
            if carriageReturn < start { carriageReturn = next(0x0D, start) }
        }
        return nil
    }

    private func isSeparator(_ byte: UInt8) -> Bool { byte == dialect.delimiter || byte == 0x0A || byte == 0x0D }

    /// Ends the file; emits the last row if no line end follows it.
    mutating func finish(_ body: Body) -> ParseStop? {
        let cell = cellPlace ?? end
        begin(cell)
        guard csv.finish() else {
            let excerpt = csv.withOpenCell { String(excerptOf: $0, around: 0) }
            return stop(.openQuote, at: cell, cell: cell, excerpt)
        }
        return settle(cell, separator: nil, isSecondOfPair: false, body)
    }

    // MARK: One possible cell

    private mutating func step(
        _ range: Range<Int>,
        of chunk: UnsafeRawBufferPointer,
        separator: UInt8?,
        _ body: Body
    ) -> ParseStop? {
        let before = end
        let cell = pass(UnsafeRawBufferPointer(rebasing: chunk[range]))
        begin(cell)
        var position = range.lowerBound
        while position < range.upperBound {
            let (count, refusal) = csv.take(UnsafeRawBufferPointer(rebasing: chunk[position..<range.upperBound]))
            position += count
            guard let refusal else { break }
            var place = before
            place.advance(over: UnsafeRawBufferPointer(rebasing: chunk[range.lowerBound..<position]))
            place = TextPosition(line: place.line, column: place.column)
            if let stop = answer(refusal, at: position, of: chunk, place: place, cell: cell) { return stop }
            position += 1
        }
        let isSecondOfPair = range.count == 1 && separator == 0x0A && before.isAfterCarriageReturn
        return settle(cell, separator: separator, isSecondOfPair: isSecondOfPair, body)
    }

    /// Parses a complete cell: its content without surrounding quotes, in a range that ends with the separator.
    private mutating func step(
        _ content: Range<Int>,
        in range: Range<Int>,
        of chunk: UnsafeRawBufferPointer,
        _ body: Body
    ) -> ParseStop? {
        func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: chunk[range]) }
        let cell = TextPosition(line: end.line, column: end.column)
        let separator = chunk[range.upperBound - 1]
        let isQuoted = content.lowerBound > range.lowerBound
        if isQuoted {
            end.advance(over: part(range.lowerBound..<range.upperBound - 1))
        } else {
            end.advance(overPartOfLine: part(content))
        }
        end.advance(over: separator)
        begin(cell)
        csv.take(
            plain: part(content),
            opening: part(range.lowerBound..<content.lowerBound),
            end: part(content.upperBound..<range.upperBound)
        )
        return settle(cell, separator: separator, isSecondOfPair: false, body)
    }

    private func begin(_ cell: TextPosition) {
        csv.sink.pointee.place = cell
        csv.sink.pointee.hasEndedCell = false
        csv.sink.pointee.hasEndedRow = false
    }

    /// Advances over bytes that contain no separator, except possibly as the last byte; returns the start of a cell
    /// that ends at that byte.
    private mutating func pass(_ slice: UnsafeRawBufferPointer) -> TextPosition {
        var (index, last) = (0, end)
        if cellPlace == nil {
            while index < slice.count,
                dialect.isTrimmed(slice[index]) || isRowEmpty && (slice[index] == 0x0A || slice[index] == 0x0D)
            {
                last = end
                end.advance(over: slice[index])
                index += 1
            }
            if index < slice.count { cellPlace = TextPosition(line: end.line, column: end.column) }
        }
        guard index < slice.count else { return cellPlace ?? last }
        end.advance(over: slice[index])
        index += 1
        guard index < slice.count else { return cellPlace ?? last }
        end.advance(overPartOfLine: UnsafeRawBufferPointer(rebasing: slice[index..<(slice.count - 1)]))
        end.advance(over: slice[slice.count - 1])
        return cellPlace ?? last
    }

    /// Processes the cell and the row that have ended, if any.
    private mutating func settle(
        _ cell: TextPosition,
        separator: UInt8?,
        isSecondOfPair: Bool,
        _ body: Body
    ) -> ParseStop? {
        let sink = csv.sink
        if let overflow = sink.pointee.overflow {
            let place = overflow == .rowTooLong ? openRow ?? cell : cell
            return stop(overflow, at: place, cell: place, "")
        }
        if sink.pointee.hasEndedCell {
            if !strayQuotes.isEmpty, let stop = swallowStop(cell) { return stop }
            cellPlace = nil
            isRowEmpty = false
        } else if isRowEmpty, cellPlace == nil, !isSecondOfPair, separator == 0x0A || separator == 0x0D {
            // A blank line.
            rowNumber += 1
        }
        if sink.pointee.hasEndedRow {
            sink.pointee.row.number = rowNumber
            body(sink.pointee.row, strayQuotes)
            sink.pointee.row.removeAll()
            if !strayQuotes.isEmpty { strayQuotes = [] }
            isRowEmpty = true
            rowNumber += 1
        }
        return nil
    }

    // MARK: Refusals of libcsv

    /// The start of the incomplete row if one of its cells is complete.
    private var openRow: TextPosition? {
        csv.sink.pointee.row.count > 0 ? csv.sink.pointee.row.place(0) : nil
    }

    private func stop(
        _ reason: ParseStop.Reason,
        at place: TextPosition,
        cell: TextPosition,
        _ excerpt: String,
        hint: ParseStop.Hint? = nil
    ) -> ParseStop {
        ParseStop(reason: reason, place: place, cell: cell, row: openRow ?? cell, excerpt: excerpt, hint: hint)
    }

    /// Converts a refusal into the end of parsing or, in a lenient dialect, into a stray quote.
    private mutating func answer(
        _ refusal: LibCSV.Refusal,
        at index: Int,
        of chunk: UnsafeRawBufferPointer,
        place: TextPosition,
        cell: TextPosition
    ) -> ParseStop? {
        let excerpt = String(excerptOf: chunk, around: index)
        if refusal == .cellTooLong { return stop(.cellTooLong, at: cell, cell: cell, excerpt) }
        let isQuoted = refusal == .textAfterClosingQuote
        guard dialect.acceptsStrayQuotes else {
            let reason: ParseStop.Reason = isQuoted ? .textAfterClosingQuote : .quoteInBareCell
            return stop(reason, at: place, cell: cell, excerpt, hint: hint(before: chunk[index]))
        }
        let length = csv.withOpenCell { $0.count }
        strayQuotes.append(
            StrayQuote(
                offset: isQuoted ? length - 1 : length,
                isInQuotedCell: isQuoted,
                place: place,
                excerpt: excerpt
            )
        )
        csv.force(chunk[index])
        return nil
    }

    private func hint(before byte: UInt8) -> ParseStop.Hint? {
        csv.withOpenCell { content in
            let text = csv.isCellQuoted ? content.dropLast() : content[...]
            if text.last == 0x5C { return .backslash }
            if csv.isCellQuoted { return byte == 0x20 || byte == 0x09 ? .spacesAroundQuotes : nil }
            return text.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? .spacesAroundQuotes : nil
        }
    }

    /// Stops if a cell continues over line breaks after a stray closing quote, because it has probably swallowed whole
    /// rows.
    private mutating func swallowStop(_ cell: TextPosition) -> ParseStop? {
        let row = csv.sink.pointee.row
        let content = row.text(row.count - 1) ?? ""
        for index in strayQuotes.indices where strayQuotes[index].isInOpenCell {
            strayQuotes[index].isInOpenCell = false
            let quote = strayQuotes[index]
            guard quote.isInQuotedCell,
                content.utf8.dropFirst(quote.offset).contains(where: { $0 == 0x0A || $0 == 0x0D })
            else { continue }
            return stop(.textAfterClosingQuote, at: quote.place, cell: cell, quote.excerpt)
        }
        return nil
    }
}

extension String {
    /// Creates an excerpt of UTF-8 text around the offset of a scalar, on one line.
    init(excerptOf bytes: UnsafeRawBufferPointer, around index: Int) {
        var start = Swift.max(0, index - 24)
        while start < index, bytes[start] & 0xC0 == 0x80 { start += 1 }
        var end = Swift.min(bytes.count, index + 16)
        while end > index, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        self = String(text.map { $0.isNewline ? "⏎" : $0 })
    }
}
