/// One row of a table: the texts of its cells, with their places.
///
/// A reader keeps one, fills it row by row, and hands it to a ``TableReading``. All texts share one buffer, so that a row that is used
/// again costs no memory.
public struct TableRow: Sendable, Hashable {
    /// A cell's text in the buffer, and its place; as small as the limits of a row permit.
    private struct Cell: BitwiseCopyable, Hashable {
        var start: UInt32
        var end: UInt32
        var line: UInt32
        var column: UInt32
    }

    /// The most cells of a row: as many as a spreadsheet can hold.
    public static let cellLimit = 16_384
    /// The most bytes of a row.
    public static let byteLimit = 4 * ReaderLimits.textBytes

    /// The row's number as a spreadsheet counts: blank lines are rows, line breaks inside cells are not.
    public var number: Int
    /// Whether the spreadsheet hides the row.
    public var isHidden = false
    private var bytes: [UInt8] = []
    private var cells: [Cell] = []
    private var remarks: [Int: CellRemark] = [:]

    /// Makes a row without cells.
    ///
    /// - Parameter number: The row's number, from 1.
    public init(number: Int = 1) { self.number = number }

    /// The number of cells.
    public var count: Int { cells.count }
    /// The bytes of all texts.
    public var byteCount: Int { bytes.count }

    /// Appends a cell.
    ///
    /// - Parameters:
    ///   - content: Its text in valid UTF-8, which is not checked again.
    ///   - place: Where it begins: its first character, or its opening quote.
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

    /// Appends a cell.
    ///
    /// - Parameters:
    ///   - text: Its text; empty for an empty cell.
    ///   - place: Where it begins.
    ///   - remark: Anything else to know about the cell.
    public mutating func append(_ text: String, at place: TextPosition, remark: CellRemark? = nil) {
        if let remark { remarks[count] = remark }
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0), at: place) }
    }

    /// Takes all cells away, for the next row.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        cells.removeAll(keepingCapacity: true)
        if !remarks.isEmpty { remarks = [:] }
        isHidden = false
    }

    /// Whether all cells contain nothing but white space.
    public var isBlank: Bool { cells.indices.allSatisfy { isBlank($0) } }

    /// Reads a cell.
    ///
    /// - Parameter column: From 0.
    /// - Returns: Its text; `nil` if it is empty or missing.
    public func text(_ column: Int) -> String? {
        isEmpty(column) ? nil : withContent(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// Finds a cell in the file.
    ///
    /// - Parameter column: From 0.
    /// - Returns: The cell's place; for a missing one, the beginning of the row.
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

    /// Whether a cell is missing or contains nothing, not even something to be said about it.
    func isEmpty(_ column: Int) -> Bool { column >= count || cells[column].start == cells[column].end }

    /// Whether a cell contains nothing but white space.
    func isBlank(_ column: Int) -> Bool {
        isEmpty(column)
            ? remark(column)?.isUnusable != true
            : withContent(column) { $0.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }
    }

    /// A cell's text without white space around it; empty if it is missing.
    func trimmedText(_ column: Int) -> String { text(column)?.trimmingWhitespace ?? "" }

    func remark(_ column: Int) -> CellRemark? { remarks.isEmpty ? nil : remarks[column] }

    func location(_ column: Int, in path: String) -> SourceLocation { place(column).location(in: path) }
}

/// Anything that a cell's text alone does not tell, such as that the cell contains a number.
public struct CellRemark: Sendable, Hashable {
    /// The rule that is broken where the cell is read as a text; `nil` if there is nothing to complain about.
    public var rule: RuleID?
    /// The severity of that rule: what is an error can't be used as a text.
    public var severity = Severity.warning
    /// The content of the cell, as a noun phrase: `the number 17 instead of a text`.
    public var holds = ""
    /// The remedy.
    public var remedy: String = ""
    /// Whether all such cells of a column make one finding.
    public var isOnce = false
    /// Whether the cell's text is good enough for a note, whatever the rule says.
    public var servesAsNote = false
    /// Whether the spreadsheet hides the cell's column.
    public var isHidden = false

    /// Makes a remark that says nothing.
    public init() {}

    /// Whether the cell can't be used as a text.
    var isUnusable: Bool { rule != nil && severity == .error }
}
