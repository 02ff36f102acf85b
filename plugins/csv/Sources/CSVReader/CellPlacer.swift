import GlossportReading

/// Works out where cells stand in a file from their contents alone.
///
/// libcsv tells no positions. But where nothing is trimmed, a cell's length in the file follows from its content: a
/// bare cell stands there as it is, a quoted one has two quotes around it and each of its own quotes twice. So the place
/// of the next cell is the place of this one, moved on. The only byte that has to be looked up in the file is a cell's first
/// one (is it a quote?), and at the start of a row the line ends before it: libcsv drops blank lines without a word.
struct CellPlacer {
    private let quote: UInt8?
    /// Where the next cell begins, or the blank lines before it.
    private var place: TextPosition
    /// The same as an offset in the text.
    private var offset = 0
    /// The offset of the current chunk.
    private var chunkStart = 0
    /// Where the current chunk begins.
    private var chunkPlace: TextPosition
    /// The next cell's first byte, once it is known.
    private var firstByte: UInt8?
    private var isAtRowStart = true
    /// The number of the row that the next cell belongs to.
    private(set) var rowNumber = 1

    init(quote: UInt8?, from start: TextPosition) {
        self.quote = quote
        place = start
        chunkPlace = start
    }

    /// Where the next cell begins, as far as the text up to the end of `chunk` tells.
    mutating func nextCell(in chunk: UnsafeRawBufferPointer) -> TextPosition {
        settle(in: chunk)
        return place
    }

    /// Skips blank lines and looks up the next cell's first byte, if `chunk` reaches that far.
    @inline(__always)
    private mutating func settle(in chunk: UnsafeRawBufferPointer) {
        guard firstByte == nil else { return }
        var index = offset &- chunkStart
        while index < chunk.count {
            let byte = chunk[index]
            guard isAtRowStart, byte == 0x0A || byte == 0x0D else {
                firstByte = byte
                break
            }
            if byte == 0x0D || !place.isAfterCarriageReturn { rowNumber += 1 }
            place.advance(over: byte)
            index += 1
        }
        offset = chunkStart &+ index
    }

    /// Places the next cell and moves past it.
    ///
    /// - Parameters:
    ///   - content: What libcsv made of the cell.
    ///   - strayQuotes: Offsets of quotes in `content` that stand only once in the file.
    ///   - chunk: The chunk in which the cell ends.
    /// - Returns: Where the cell begins.
    @inline(__always)
    mutating func pass(
        _ content: UnsafeRawBufferPointer,
        strayQuotes: [Int],
        in chunk: UnsafeRawBufferPointer
    ) -> TextPosition {
        settle(in: chunk)
        var start = place
        start.isAfterCarriageReturn = false
        place.isAfterCarriageReturn = false
        if let quote, firstByte == quote {
            passQuoted(content, quote: quote, strayQuotes: strayQuotes)
        } else {
            place.column &+= content.scalarCount
            offset &+= content.count
        }
        firstByte = nil
        isAtRowStart = false
        return start
    }

    private mutating func passQuoted(_ content: UnsafeRawBufferPointer, quote: UInt8, strayQuotes: [Int]) {
        offset &+= content.count &+ 2
        var lastLine = content
        var lastLineStart = 0
        if content.containsLineBreak {
            place.advance(over: content)
            place.isAfterCarriageReturn = false
            lastLineStart = (content.lastIndex { $0 == 0x0A || $0 == 0x0D } ?? -1) + 1
            lastLine = UnsafeRawBufferPointer(rebasing: content[lastLineStart...])
        } else {
            place.column &+= content.scalarCount &+ 1
        }
        place.column &+= 1
        guard content.firstOffset(of: quote) != nil else { return }
        offset &+= content.count { $0 == quote } - strayQuotes.count
        place.column &+= lastLine.count { $0 == quote } - strayQuotes.count { $0 >= lastLineStart }
    }

    /// Moves past the delimiter after a cell.
    @inline(__always)
    mutating func passDelimiter() {
        offset &+= 1
        place.column &+= 1
    }

    /// Moves past the byte that ends a row.
    @inline(__always)
    mutating func passRowEnd(_ terminator: UInt8) {
        offset &+= 1
        place.advance(over: terminator)
        isAtRowStart = true
        rowNumber += 1
    }

    /// Where the byte at an offset of `chunk` stands; it must not lie before the next cell.
    func place(of index: Int, in chunk: UnsafeRawBufferPointer) -> TextPosition {
        let known = max(offset &- chunkStart, 0)
        guard known <= index, index <= chunk.count else { return place }
        var result = offset < chunkStart ? chunkPlace : place
        result.advance(over: UnsafeRawBufferPointer(rebasing: chunk[known..<index]))
        return result
    }

    /// Moves on to the next chunk.
    mutating func endChunk(_ chunk: UnsafeRawBufferPointer) {
        settle(in: chunk)
        chunkPlace = place(of: chunk.count, in: chunk)
        chunkStart &+= chunk.count
    }
}
