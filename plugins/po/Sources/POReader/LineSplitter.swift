import GlossportReading

/// A line of the file, apart from its text.
struct POLine {
    /// From 1.
    var number = 1
    /// Whether a line end follows, and not the end of the file.
    var isEnded = true
    /// Whether the line was too long, so that only its beginning is there.
    var isCut = false
    /// Whether bytes of it are not text in the file's encoding, so that others take their place.
    var hasBadBytes = false
}

/// Divides bytes that arrive in chunks into lines that end in LF, CRLF or a lone CR.
///
/// In every encoding of a PO file these bytes stand for themselves.
struct LineSplitter {
    /// The byte order mark of UTF-8, which belongs to no line.
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    // An escape sequence takes up to four characters for a byte.
    private static let longestLine = 4 * ReaderLimits.textBytes + 4_096
    /// How much is kept of a line that is too long.
    private static let keptBytes = 1_024

    private var line = POLine()
    private var rest: [UInt8] = []
    private var isAtStart = true
    private var isAfterCarriageReturn = false

    /// Takes a chunk; the first one has at least three bytes unless the file is shorter.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes of the file.
    ///   - body: Called with each line that is complete.
    mutating func take(_ chunk: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, POLine) -> Void) {
        guard let first = chunk.first else { return }
        var start = isAtStart && chunk.starts(with: Self.mark) ? Self.mark.count : 0
        if isAfterCarriageReturn, first == 0x0A { start = 1 }
        isAtStart = false
        isAfterCarriageReturn = false
        // Each is searched for again only once it has been passed.
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

    /// Hands out what follows the last line end.
    ///
    /// - Parameter body: Called with the last line, if it does not end.
    mutating func finish(_ body: (UnsafeRawBufferPointer, POLine) -> Void) {
        guard !rest.isEmpty else { return }
        line.isEnded = false
        rest.withUnsafeBytes { body($0, line) }
    }

    /// The smaller of two offsets, as far as they are there.
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
