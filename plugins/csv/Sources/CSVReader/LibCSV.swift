private import CLibCSV
private import CLibrary
import GlossportReading

/// A libcsv parser: bytes go in, the cells of a row arrive in its ``sink``.
///
/// Only this file touches the C library. It always runs strictly: lenient libcsv lets a cell with one misplaced quote
/// swallow the rows after it without a word. It trims nothing unless the dialect says so: spaces are data.
struct LibCSV: ~Copyable {
    /// Why the parser did not take all bytes.
    enum Refusal {
        /// A quote inside a cell that is not quoted.
        case quoteInBareCell
        /// Something other than a delimiter or a line end after a closing quote.
        case textAfterClosingQuote
        /// The cell is larger than ``ReaderLimits/textBytes``.
        case cellTooLong
    }

    /// libcsv's buffer grows by this many bytes at a time.
    private static let step = 4_096
    /// As large as its buffer may become; a cell that needs more is refused, so memory stays bounded.
    private static let room = ReaderLimits.textBytes + 2 * step

    /// The row that is being read.
    struct Sink {
        var row = TableRow()
        /// Where the cell begins that ends next.
        var place = TextPosition()
        var hasEndedCell = false
        var hasEndedRow = false
        /// The content of the cell that ends next, where it did not pass through libcsv.
        fileprivate var plain: UnsafeRawBufferPointer?
        /// A size that no honest file has; nothing is appended after that.
        var overflow: ParseStop.Reason?

        fileprivate mutating func append(_ content: UnsafeRawBufferPointer) {
            guard overflow == nil else { return }
            if content.count > ReaderLimits.textBytes {
                overflow = .cellTooLong
            } else if row.count >= TableRow.cellLimit || row.byteCount + content.count > TableRow.byteLimit {
                overflow = .rowTooLong
            } else {
                row.append(content, at: place)
                hasEndedCell = true
            }
        }
    }

    private let parser: UnsafeMutablePointer<csv_parser>
    /// Where cells arrive; lives as long as the parser.
    let sink: UnsafeMutablePointer<Sink>
    private let strict = UInt8(CSV_STRICT | CSV_STRICT_FINI)

    init(_ dialect: CSVDialect) {
        parser = .allocate(capacity: 1)
        parser.initialize(to: csv_parser())
        sink = .allocate(capacity: 1)
        sink.initialize(to: Sink())
        _ = csv_init(parser, strict)
        csv_set_delim(parser, dialect.delimiter)
        // NUL never reaches the parser, so as a quote it is never met.
        csv_set_quote(parser, dialect.quote ?? 0)
        if !dialect.trimsSpaces { csv_set_space_func(parser) { _ in 0 } }
        csv_set_blk_size(parser, Self.step)
        csv_set_realloc_func(parser) { old, size in size > LibCSV.room ? nil : realloc(old, size) }
    }

    deinit {
        csv_free(parser)
        parser.deinitialize(count: 1)
        parser.deallocate()
        sink.deinitialize(count: 1)
        sink.deallocate()
    }

    /// Takes bytes.
    ///
    /// - Returns: How many it took, and why not all of them.
    func take(_ bytes: UnsafeRawBufferPointer) -> (count: Int, refusal: Refusal?) {
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return (0, nil) }
        let count = csv_parse(parser, base, bytes.count, Self.onField, Self.onRow, sink)
        if count == bytes.count { return (count, nil) }
        if csv_error(parser) != CSV_EPARSE { return (count, .cellTooLong) }
        return (count, isCellQuoted ? .textAfterClosingQuote : .quoteInBareCell)
    }

    /// Takes a whole cell without quotes inside.
    ///
    /// libcsv looks at bytes one by one; of such a cell it needs only what is around it, as if the cell were empty.
    ///
    /// - Parameters:
    ///   - content: The cell without quotes around it.
    ///   - opening: The opening quote, or nothing.
    ///   - end: The closing quote, if there is one, and the delimiter or line end.
    func take(
        plain content: UnsafeRawBufferPointer,
        opening: UnsafeRawBufferPointer,
        end: UnsafeRawBufferPointer
    ) {
        sink.pointee.plain = content
        if !opening.isEmpty { _ = take(opening) }
        _ = take(end)
        sink.pointee.plain = nil
    }

    /// Takes one byte that was refused, as a character of the cell.
    func force(_ byte: UInt8) {
        _ = csv_set_opts(parser, 0)
        _ = withUnsafeBytes(of: byte) { csv_parse(parser, $0.baseAddress, 1, Self.onField, Self.onRow, sink) }
        _ = csv_set_opts(parser, strict)
    }

    /// Ends the file.
    ///
    /// - Returns: Whether the last cell was complete; `false` if its closing quote is missing.
    func finish() -> Bool {
        csv_fini(parser, Self.onField, Self.onRow, sink) == 0
    }

    /// Whether the cell that is being read began with a quote.
    var isCellQuoted: Bool { parser.pointee.quoted != 0 }

    /// The contents of the unfinished cell so far, with a quote that may turn out to be the closing one.
    func withOpenCell<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: parser.pointee.entry_buf, count: parser.pointee.entry_pos))
    }

    private static let onField: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void = {
        content,
        length,
        context in
        guard let sink = context?.assumingMemoryBound(to: Sink.self) else { return }
        sink.pointee
            .append(sink.pointee.plain ?? UnsafeRawBufferPointer(start: content, count: content == nil ? 0 : length))
    }

    private static let onRow: @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void = { _, context in
        context?.assumingMemoryBound(to: Sink.self).pointee.hasEndedRow = true
    }
}
