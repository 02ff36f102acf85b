import GlossportReading

/// The rows that came out of one piece of a file, in buffers that are used again for the next piece.
///
/// A row that the piece cuts off stays at the end as ``openRow`` and is complete in a later batch.
struct RowBatch: ~Copyable {
    /// A cell: where its decoded content is in the batch, and where it stands in the file.
    ///
    /// There is one for every cell of a file, so the numbers are as small as the limits of a row permit.
    struct Cell: BitwiseCopyable {
        fileprivate var start: UInt32
        fileprivate var end: UInt32
        private var line: UInt32 = 0
        private var column: UInt32 = 0

        fileprivate init(start: Int, end: Int) {
            self.start = UInt32(truncatingIfNeeded: start)
            self.end = UInt32(truncatingIfNeeded: end)
        }

        /// Where the cell begins: its first character or its opening quote.
        var place: TextPosition {
            get { TextPosition(line: Int(line), column: Int(column)) }
            set {
                line = UInt32(truncatingIfNeeded: newValue.line)
                column = UInt32(truncatingIfNeeded: newValue.column)
            }
        }
    }

    /// A complete row.
    struct Row: BitwiseCopyable {
        /// Its first cell.
        var firstCell: Int
        /// The cell after its last one; there is at least one.
        var endCell: Int
        /// How many stray quotes the batch has up to the end of this row.
        var endStrayQuote: Int
        /// The byte that ended it; `nil` at the end of the file.
        var terminator: UInt8?
        /// The row's number as a spreadsheet counts: blank lines are rows, line breaks inside cells are not.
        var number = 0

        var cells: Range<Int> { firstCell..<endCell }
    }

    /// A quote where CSV forbids one.
    struct StrayQuote {
        /// The cell it is in, as an index of ``RowBatch/cells``.
        var cell: Int
        /// Its offset in the cell's content.
        var offset: Int
        /// Whether the cell is quoted, so that the quote looked like the closing one.
        var isInQuotedCell: Bool
        /// Where it stands in the file.
        var place: TextPosition
        /// The text around it.
        var excerpt: String
    }

    /// A size that no honest file has.
    enum Overflow {
        case cell
        case row
    }

    /// The most cells of a row: what a spreadsheet can hold.
    static let cellsPerRow = 16_384
    /// The most bytes of a row.
    static let bytesPerRow = 4 * ReaderLimits.textBytes
    // The same as stored values: looking up a lazy global for each cell shows.
    private let bytesPerCell = ReaderLimits.textBytes
    private let bytesPerRow = Self.bytesPerRow

    private var bytes = GrowingBuffer<UInt8>(capacity: SourceFile.chunkSize)
    private(set) var cells = GrowingBuffer<Cell>(capacity: 4_096)
    private(set) var rows = GrowingBuffer<Row>(capacity: 1_024)
    var strayQuotes: [StrayQuote] = []
    /// Set as soon as a limit is exceeded; nothing is appended after that.
    private(set) var overflow: Overflow?
    private var openRowStart = 0
    private var openRowByte = 0

    /// The cells of the row that is not complete yet.
    var openRow: Range<Int> { openRowStart..<cells.count }

    /// Appends a cell to the open row.
    @inline(__always)
    mutating func append(_ content: UnsafeBufferPointer<UInt8>) {
        let start = bytes.count
        guard overflow == nil, content.count <= bytesPerCell, cells.count &- openRowStart < Self.cellsPerRow,
            start &- openRowByte &+ content.count <= bytesPerRow
        else {
            if overflow == nil { overflow = content.count > bytesPerCell ? .cell : .row }
            return
        }
        bytes.append(contentsOf: content)
        cells.append(Cell(start: start, end: bytes.count))
    }

    /// Completes the open row.
    @inline(__always)
    mutating func endRow(_ terminator: UInt8?) {
        guard overflow == nil else { return }
        rows.append(
            Row(firstCell: openRowStart, endCell: cells.count, endStrayQuote: strayQuotes.count, terminator: terminator)
        )
        openRowStart = cells.count
        openRowByte = bytes.count
    }

    /// Forgets all it has and begins with the open row of another batch.
    mutating func takeOpenRow(of other: UnsafeMutablePointer<RowBatch>) {
        bytes.removeLast(bytes.count)
        cells.removeLast(cells.count)
        rows.removeLast(rows.count)
        openRowStart = 0
        openRowByte = 0
        let open = other.pointee.openRow
        let shift = other.pointee.openRowByte
        bytes.append(contentsOf: other.pointee.bytes.elements(from: shift))
        for index in open {
            var cell = other.pointee.cells[index]
            cell.start -= UInt32(truncatingIfNeeded: shift)
            cell.end -= UInt32(truncatingIfNeeded: shift)
            cells.append(cell)
        }
        strayQuotes = []
        for var quote in other.pointee.strayQuotes where quote.cell >= open.lowerBound {
            quote.cell -= open.lowerBound
            strayQuotes.append(quote)
        }
    }

    /// Forgets the row that a cell belongs to and all after it.
    mutating func truncate(toRowsBefore cell: Int) {
        while let last = rows.last, last.endCell > cell { rows.removeLast(1) }
    }

    /// The cells of the row that a cell belongs to.
    func row(of cell: Int) -> Range<Int> {
        for index in 0..<rows.count where rows[index].cells.contains(cell) { return rows[index].cells }
        return openRow
    }

    /// The stray quotes of a row.
    func strayQuotes(ofRow row: Int) -> ArraySlice<StrayQuote> {
        strayQuotes[(row == 0 ? 0 : rows[row - 1].endStrayQuote)..<rows[row].endStrayQuote]
    }

    /// Offsets in a quoted cell of the quotes that stand there only once.
    func quotesWrittenOnce(in cell: Int) -> [Int] {
        strayQuotes.filter { $0.cell == cell && $0.isInQuotedCell }.map(\.offset)
    }

    // MARK: Cells

    /// A cell's content; valid until the batch changes.
    @inline(__always)
    func content(_ cell: Int) -> UnsafeRawBufferPointer {
        let cell = cells[cell]
        return UnsafeRawBufferPointer(start: bytes.base + Int(cell.start), count: Int(cell.end &- cell.start))
    }

    /// Whether a cell holds nothing at all.
    @inline(__always)
    func isEmpty(_ cell: Int) -> Bool { cells[cell].start == cells[cell].end }

    /// Whether a cell holds nothing but white space.
    func isBlank(_ cell: Int) -> Bool { content(cell).allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }

    /// A cell's content as text.
    func text(_ cell: Int) -> String { content(cell).validText }

    /// A cell's content without white space around it.
    func trimmedText(_ cell: Int) -> String {
        let content = content(cell)
        let isPlain = { (byte: UInt8?) in byte.map { (0x21...0x7E).contains($0) } ?? true }
        return isPlain(content.first) && isPlain(content.last)
            ? content.validText : content.validText.trimmingWhitespace
    }

    /// Notes where a cell stands and the number of a row.
    @inline(__always)
    func setPlace(_ place: TextPosition, ofCell cell: Int) {
        cells[cell].place = place
    }

    /// Notes the number of a row.
    func setNumber(_ number: Int, ofRow row: Int) { rows[row].number = number }
}

extension UnsafeRawBufferPointer {
    /// The bytes as text.
    ///
    /// They must be valid UTF-8: cells are pieces between ASCII characters of text that was decoded, so checking them once
    /// more would cost a tenth of all the time that reading takes.
    fileprivate var validText: String {
        String(copying: UTF8Span(unchecked: Span(_unsafeBytes: self)))
    }
}
