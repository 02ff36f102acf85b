private import Dispatch
import GlossportReading

/// Feeds a parser, and in large files lets it read the next piece while the caller still works on the rows of the last one.
///
/// libcsv needs as long for a piece as decoding it and making units of it together, so a second core halves the time.
/// Files below a mebibyte, which is nearly all of them, never leave the caller's thread. Rows are handed out on the caller's
/// thread in any case, in file order.
///
/// `@unchecked Sendable`: the parser and the piece it reads belong to the queue from the moment a piece is handed over until
/// `wait()` has returned, and to the caller at all other times.
final class RowPipeline: @unchecked Sendable {
    /// As much text is read before the second core is asked.
    private static let serialBytes = 1 << 20
    /// How much text is handed over at a time: enough that waking a thread costs nothing against it.
    private static let pieceBytes = 256 << 10

    private var parser: CSVParser
    private let queue = DispatchQueue(label: "csv-parser")
    private var bytesTaken = 0
    /// Text that waits to be handed over.
    private var waiting: [UInt8] = []
    /// Text that is being parsed.
    private var piece: [UInt8] = []
    private var isParsing = false
    private var stop: ParseStop?

    typealias Rows = UnsafeMutablePointer<RowBatch>

    init(_ dialect: CSVDialect, from start: TextPosition) {
        parser = CSVParser(dialect, from: start)
    }

    /// Takes the next text; hands out rows as they are ready, not necessarily those of this text.
    ///
    /// - Parameters:
    ///   - text: Valid UTF-8 without NUL that ends between two scalars.
    ///   - body: Takes a batch; its rows are valid during the call only.
    /// - Returns: Why nothing more can be read; all rows before that place have been handed out.
    func take(_ text: UnsafeRawBufferPointer, _ body: (Rows) -> Void) -> ParseStop? {
        bytesTaken += text.count
        guard bytesTaken > Self.serialBytes else {
            let stop = parser.feed(text)
            body(parser.batch)
            return stop
        }
        waiting.append(contentsOf: text)
        return waiting.count < Self.pieceBytes ? nil : handOver(body)
    }

    /// Hands out the rows of everything that was taken.
    ///
    /// - Parameter body: Takes a batch; its rows are valid during the call only.
    /// - Returns: Why nothing more can be read.
    func flush(_ body: (Rows) -> Void) -> ParseStop? {
        if let stop = handOver(body) { return stop }
        guard isParsing else { return nil }
        wait()
        body(parser.batch)
        return stop
    }

    /// Ends the file after ``flush(_:)``.
    func finish(_ body: (Rows) -> Void) -> ParseStop? {
        let stop = parser.finish()
        body(parser.batch)
        return stop
    }

    /// Where the byte after everything that was taken stands; right after ``flush(_:)``.
    var end: TextPosition { parser.end }

    /// Starts with the text that waits, and hands out the rows of the piece before meanwhile.
    private func handOver(_ body: (Rows) -> Void) -> ParseStop? {
        guard !waiting.isEmpty else { return nil }
        let isFirst = !isParsing
        wait()
        let rows = parser.batch
        if let stop {
            body(rows)
            return stop
        }
        swap(&piece, &waiting)
        waiting.removeAll(keepingCapacity: true)
        isParsing = true
        queue.async { [self] in stop = piece.withUnsafeBytes { parser.feed($0) } }
        if !isFirst { body(rows) }
        return nil
    }

    private func wait() {
        guard isParsing else { return }
        queue.sync {}
        isParsing = false
    }
}
