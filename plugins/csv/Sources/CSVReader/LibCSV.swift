private import CLibCSV
private import CLibrary
import GlossportReading

/// A wrapper around a libcsv parser, which delivers the cells of a row in its ``sink``.
///
/// Only this file calls libcsv. It runs in strict mode except in ``force(_:)``: in lenient mode, a cell with one
/// misplaced quote silently swallows the rows after it. It trims only if the dialect requires it, because spaces are
/// content.
struct LibCSV: ~Copyable {
    /// The reason why the parser did not accept all bytes.
    enum Refusal {
        case quoteInBareCell
        /// A character other than a delimiter or line end after a closing quote.
        case textAfterClosingQuote
        /// A cell larger than ``ReaderLimits/textBytes``.
        case cellTooLong
    }

    /// The increment of libcsv's buffer, in bytes.
    private static let step = 4_096
    /// The maximum size of libcsv's buffer; a larger cell is refused, so memory use is bounded.
    private static let room = ReaderLimits.textBytes + 2 * step

    struct Sink {
        var row = TableRow()
        /// The start of the cell that ends next.
        var place = TextPosition()
        var hasEndedCell = false
        var hasEndedRow = false
        /// The content of the cell that ends next, if it bypasses libcsv.
        fileprivate var plain: UnsafeRawBufferPointer?
        /// The exceeded limit; no further cells are appended.
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
    /// The receiver of cells; exists as long as the parser.
    let sink: UnsafeMutablePointer<Sink>
    private let strict = UInt8(CSV_STRICT | CSV_STRICT_FINI)

    init(_ dialect: CSVDialect) {
        parser = .allocate(capacity: 1)
        parser.initialize(to: csv_parser())
        sink = .allocate(capacity: 1)
        sink.initialize(to: Sink())
        _ = csv_init(parser, strict)
        csv_set_delim(parser, dialect.delimiter)
        // NUL never reaches the parser, so as a quote it never matches.
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

    /// Parses bytes; returns how many were accepted, and the reason if not all were.
    func take(_ bytes: UnsafeRawBufferPointer) -> (count: Int, refusal: Refusal?) {
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return (0, nil) }
        let count = csv_parse(parser, base, bytes.count, Self.onField, Self.onRow, sink)
        if count == bytes.count { return (count, nil) }
        if csv_error(parser) != CSV_EPARSE { return (count, .cellTooLong) }
        return (count, isCellQuoted ? .textAfterClosingQuote : .quoteInBareCell)
    }

    /// Parses a complete cell without inner quotes.
    ///
    /// libcsv is slow because it examines each byte. It receives only the opening quote if there is one, and the
    /// closing quote and separator, as if the cell were empty.
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

    /// Parses one refused byte as a character of the cell.
    func force(_ byte: UInt8) {
        _ = csv_set_opts(parser, 0)
        _ = withUnsafeBytes(of: byte) { csv_parse(parser, $0.baseAddress, 1, Self.onField, Self.onRow, sink) }
        _ = csv_set_opts(parser, strict)
    }

    /// Ends the file; returns `false` if the last cell's closing quote is missing.
    func finish() -> Bool {
        csv_fini(parser, Self.onField, Self.onRow, sink) == 0
    }

    /// Whether the current cell began with a quote.
    var isCellQuoted: Bool { parser.pointee.quoted != 0 }

    /// Passes the content of the unfinished cell to a closure, including a quote that may be the closing one.
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
