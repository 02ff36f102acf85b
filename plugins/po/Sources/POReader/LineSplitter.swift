import GlossportReading

/// The properties of a line, except its text.
struct POLine {
    var number = 1
    /// Whether a line end follows rather than the end of the file.
    var hasLineEnd = true
    /// Whether the line was too long, so that only its beginning is available.
    var isCut = false
    /// Whether the line contained invalid bytes, which were replaced.
    var hasBadBytes = false
}

/// Splits a chunked stream of bytes into lines that end in LF, CRLF or a lone CR.
///
/// In all encodings of PO files, LF and CR have their ASCII meaning.
struct LineSplitter {
    /// The byte order mark of UTF-8, which is not part of a line.
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    // An escape sequence usually has at most four characters for a byte.
    private static let longestLine = 4 * ReaderLimits.textBytes + 4_096
    private static let keptBytes = 1_024

    private var line = POLine()
    private var rest: [UInt8] = []
    private var isAtStart = true
    private var isAfterCarriageReturn = false

    /// Reads a chunk and passes each complete line on; the first chunk must have at least three bytes unless the file
    /// is shorter.
    mutating func take(_ chunk: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, POLine) -> Void) {
        guard let first = chunk.first else { return }
        var start = isAtStart && chunk.starts(with: Self.mark) ? Self.mark.count : 0
        if isAfterCarriageReturn, first == 0x0A { start = 1 }
        isAtStart = false
        isAfterCarriageReturn = false
        // LF and CR are each searched for again only after the last hit was passed.
        var feed = ByteSearch.first(0x0A, in: chunk, from: start)
        var carriageReturn = ByteSearch.first(0x0D, in: chunk, from: start)
        while let end = Self.first(feed, carriageReturn) {
            hand(chunk[start..<end], to: body)
            start = end + 1
            if end == carriageReturn {
                isAfterCarriageReturn = start == chunk.count
                if feed == start { start += 1 }
                carriageReturn = ByteSearch.first(0x0D, in: chunk, from: start)
            }
            if let passed = feed, passed < start { feed = ByteSearch.first(0x0A, in: chunk, from: start) }
        }
        guard start < chunk.count, !line.isCut else { return }
        rest.append(contentsOf: chunk[start...])
        if rest.count > Self.longestLine {
            line.isCut = true
            rest.removeLast(rest.count - Self.keptBytes)
        }
    }

    /// Passes on the last line if it has no line end.
    mutating func finish(_ body: (UnsafeRawBufferPointer, POLine) -> Void) {
        guard !rest.isEmpty else { return }
        line.hasLineEnd = false
        rest.withUnsafeBytes { body($0, line) }
    }

    private static func first(_ left: Int?, _ right: Int?) -> Int? {
        guard let left, let right else { return left ?? right }
        return min(left, right)
    }

    private mutating func hand(
        _ piece: Slice<UnsafeRawBufferPointer>,
        to body: (UnsafeRawBufferPointer, POLine) -> Void
    ) {
        if rest.isEmpty {
            body(UnsafeRawBufferPointer(rebasing: piece), line)
        } else {
            if !line.isCut { rest.append(contentsOf: piece) }
            rest.withUnsafeBytes { body($0, line) }
            rest.removeAll(keepingCapacity: rest.count < SourceFile.chunkSize)
        }
        line = POLine(number: line.number + 1)
    }
}
