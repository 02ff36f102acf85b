import Glossport

/// The rows that came out of one piece of a file, in buffers that are used again for the next piece.
///
/// A row that the piece cuts off stays at the end as ``openRow`` and is complete in a later batch.
struct RowBatch {
    /// A cell: its decoded content in ``RowBatch/bytes``, and where it stands in the file.
    struct Cell {
        var start: Int
        var end: Int
        var line = 0
        var column = 0

        /// Where the cell begins: its first character or its opening quote.
        var place: TextPlace {
            get { TextPlace(line: line, column: column) }
            set { (line, column) = (newValue.line, newValue.column) }
        }
    }

    /// A complete row.
    struct Row {
        /// Its cells, as indices of ``RowBatch/cells``; never empty.
        var cells: Range<Int>
        /// The quotes in it that only leniency accepts, as indices of ``RowBatch/strayQuotes``.
        var strayQuotes: Range<Int>
        /// The byte that ended it; `nil` at the end of the file.
        var terminator: UInt8?
        /// The row's number as a spreadsheet counts: blank lines are rows, line breaks inside cells are not.
        var number = 0
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
        var place: TextPlace
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

    private(set) var bytes: [UInt8] = []
    var cells: [Cell] = []
    var rows: [Row] = []
    var strayQuotes: [StrayQuote] = []
    /// Set as soon as a limit is exceeded; nothing is appended after that.
    private(set) var overflow: Overflow?

    /// The cells of the row that is not complete yet.
    var openRow: Range<Int> { (rows.last?.cells.upperBound ?? 0)..<cells.count }

    private var openRowBytes: Int { rows.last.map { cells[$0.cells.upperBound - 1].end } ?? 0 }

    /// Appends a cell to the open row.
    @inline(__always)
    mutating func append(_ content: UnsafeRawBufferPointer) {
        guard overflow == nil else { return }
        guard content.count <= ReaderLimits.textBytes else {
            overflow = .cell
            return
        }
        let open = openRow
        guard open.count < Self.cellsPerRow, bytes.count - openRowBytes + content.count <= Self.bytesPerRow else {
            overflow = .row
            return
        }
        let start = bytes.count
        bytes.append(contentsOf: content)
        cells.append(Cell(start: start, end: bytes.count))
    }

    /// Completes the open row.
    @inline(__always)
    mutating func endRow(_ terminator: UInt8?) {
        guard overflow == nil else { return }
        let quotes = (rows.last?.strayQuotes.upperBound ?? 0)..<strayQuotes.count
        rows.append(Row(cells: openRow, strayQuotes: quotes, terminator: terminator))
    }

    /// Forgets all complete rows; the open one moves to the front.
    mutating func recycle() {
        guard let last = rows.last else { return }
        let open = openRow
        let shift = openRowBytes
        bytes.removeSubrange(..<shift)
        cells.removeSubrange(..<open.lowerBound)
        for index in cells.indices {
            cells[index].start -= shift
            cells[index].end -= shift
        }
        strayQuotes.removeSubrange(..<last.strayQuotes.upperBound)
        for index in strayQuotes.indices { strayQuotes[index].cell -= open.lowerBound }
        rows.removeAll(keepingCapacity: true)
    }

    /// Forgets the row that a cell belongs to and all after it.
    mutating func truncate(toRowsBefore cell: Int) {
        rows.removeLast(rows.count { $0.cells.upperBound > cell })
    }

    /// Offsets in a quoted cell of the quotes that stand there only once.
    func quotesWrittenOnce(in cell: Int) -> [Int] {
        strayQuotes.filter { $0.cell == cell && $0.isInQuotedCell }.map(\.offset)
    }

    /// Whether a cell holds nothing at all.
    func isEmpty(_ cell: Int) -> Bool { cells[cell].start == cells[cell].end }

    /// Whether a cell holds nothing but white space.
    func isBlank(_ cell: Int) -> Bool {
        withBytes(of: cell) { $0.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }
    }

    /// A cell's content as text.
    func text(_ cell: Int) -> String {
        withBytes(of: cell) { String(decoding: $0, as: UTF8.self) }
    }

    /// A cell's content without white space around it.
    func trimmedText(_ cell: Int) -> String { text(cell).trimmingWhitespace }

    /// Hands out the contents of all cells.
    @inline(__always)
    func bytesInUse<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { bytes.withUnsafeBytes(body) }

    /// Hands out a cell's content; the pointer is valid during the call only.
    @inline(__always)
    func withBytes<Result>(of cell: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let range = cells[cell].start..<cells[cell].end
        return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
}
