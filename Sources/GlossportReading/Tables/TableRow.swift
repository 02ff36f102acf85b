/// One row of a table: the texts and positions of its cells.
///
/// A reader reuses one value for all rows and passes it to a ``TableReading``. All texts share one buffer, so reuse
/// does not allocate.
public struct TableRow: Sendable, Hashable {
    /// The range of a cell's text in the buffer, and the cell's position, as compact as a row's limits permit.
    private struct Cell: BitwiseCopyable, Hashable {
        var start: UInt32
        var end: UInt32
        var line: UInt32
        var column: UInt32
    }

    /// The maximum number of cells in a row, the same as a spreadsheet's.
    public static let cellLimit = 16_384
    /// The maximum length of a row, in bytes.
    public static let byteLimit = 4 * ReaderLimits.textBytes

    /// The row number in a spreadsheet's numbering: blank lines count, line breaks inside cells do not.
    public var number: Int
    /// Whether the spreadsheet hides the row.
    public var isHidden = false
    private var bytes: [UInt8] = []
    private var cells: [Cell] = []
    private var remarks: [Int: CellRemark] = [:]

    /// Creates a row without cells; rows are numbered from 1.
    public init(number: Int = 1) { self.number = number }

    /// The number of cells.
    public var count: Int { cells.count }
    /// The length of all texts, in bytes.
    public var byteCount: Int { bytes.count }

    /// Appends a cell.
    ///
    /// - Parameters:
    ///   - content: Its text as valid UTF-8, which is not checked again.
    ///   - place: The position of its first character or its opening quotation mark.
    public mutating func append(_ content: UnsafeRawBufferPointer, at place: TextPosition) {
        let start = bytes.count
        bytes.append(contentsOf: content)
        cells.append(
            Cell(
                start: UInt32(truncatingIfNeeded: start),
                end: UInt32(truncatingIfNeeded: bytes.count),
                line: UInt32(truncatingIfNeeded: place.line),
                column: UInt32(truncatingIfNeeded: place.column)
            )
        )
    }

    /// Appends a cell, which may be empty, with further information about it.
    public mutating func append(_ text: String, at place: TextPosition, remark: CellRemark? = nil) {
        if let remark { remarks[count] = remark }
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0), at: place) }
    }

    /// Removes all cells, for the next row.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        cells.removeAll(keepingCapacity: true)
        if !remarks.isEmpty { remarks = [:] }
        isHidden = false
    }

    /// Whether all cells contain only white space.
    public var isBlank: Bool { cells.indices.allSatisfy { isBlank($0) } }

    /// Returns the text of a cell; `nil` if it is empty or missing.
    public func text(_ column: Int) -> String? {
        isEmpty(column) ? nil : withContent(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the position of a cell in the file; the start of the row if the cell is missing.
    public func place(_ column: Int) -> TextPosition {
        guard let cell = cells.indices.contains(column) ? cells[column] : cells.first else {
            return TextPosition(line: number)
        }
        return TextPosition(line: Int(cell.line), column: Int(cell.column))
    }

    // MARK: For the engine

    func withContent<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let cell = cells[column]
        return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[Int(cell.start)..<Int(cell.end)])) }
    }

    /// Whether a cell is missing or its text is empty.
    func isEmpty(_ column: Int) -> Bool { column >= count || cells[column].start == cells[column].end }

    /// Whether a cell contains at most white space; an empty cell with a remark that makes it unusable does not count
    /// as blank.
    func isBlank(_ column: Int) -> Bool {
        isEmpty(column)
            ? remark(column)?.isUnusable != true
            : withContent(column) { $0.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }
    }

    func trimmedText(_ column: Int) -> String { text(column)?.trimmingWhitespace ?? "" }

    func remark(_ column: Int) -> CellRemark? { remarks.isEmpty ? nil : remarks[column] }

    func location(_ column: Int, in path: String) -> SourceLocation { place(column).location(in: path) }
}

/// Information about a cell beyond its text, such as that it contains a number.
public struct CellRemark: Sendable, Hashable {
    /// The rule broken if the cell is read as a text; `nil` if there is no problem.
    public var rule: RuleID?
    /// The severity of that rule; with an error, the cell cannot be used as a text.
    public var severity = Severity.warning
    /// The content of the cell, as a noun phrase: `the number 17 instead of a text`.
    public var holds = ""
    /// The remedy.
    public var remedy: String = ""
    /// Whether all such cells of a column are reported as one finding.
    public var isOnce = false
    /// Whether the text is acceptable as a note even if the rule is broken.
    public var servesAsNote = false
    /// Whether the spreadsheet hides the cell's column.
    public var isHidden = false

    /// Creates an empty remark.
    public init() {}

    var isUnusable: Bool { rule != nil && severity == .error }
}
