/// Counts lines and columns in UTF-8 text that arrives in chunks.
///
/// LF, CRLF and a lone CR each end a line, even if a chunk ends between CR and LF. Columns count Unicode scalars. These
/// rules are implemented only here: ``TextCursor`` and the readers use this type.
public struct TextPosition: Sendable, Hashable {
    /// The line of the next byte, from 1.
    public var line: Int
    /// The column of the next byte, from 1, in Unicode scalars.
    public var column: Int
    /// Whether the previous byte was a CR, so that an LF here belongs to the same line end.
    public var isAfterCarriageReturn: Bool

    /// Creates the position of the next byte; by default, the start of a file.
    @inlinable
    public init(line: Int = 1, column: Int = 1) {
        self.line = line
        self.column = column
        isAfterCarriageReturn = false
    }

    /// Advances over `bytes`, a chunk of valid UTF-8.
    ///
    /// Skips from line end to line end, and counts scalars only in the last line.
    public mutating func advance(over bytes: UnsafeRawBufferPointer) {
        guard let last = bytes.last else { return }
        var start = isAfterCarriageReturn && bytes[0] == 0x0A ? 1 : 0
        // LF and CR are each searched for again only after the last hit was passed, so a text without CR is searched
        // for CR once.
        var feed = ByteSearch.first(0x0A, in: bytes, from: start)
        var carriageReturn = ByteSearch.first(0x0D, in: bytes, from: start)
        while let lineEnd = Self.first(feed, carriageReturn) {
            line += 1
            column = 1
            start = lineEnd + 1
            if lineEnd == carriageReturn {
                // CRLF is a single line end.
                if feed == start { start += 1 }
                carriageReturn = ByteSearch.first(0x0D, in: bytes, from: start)
            }
            if let passed = feed, passed < start { feed = ByteSearch.first(0x0A, in: bytes, from: start) }
        }
        column += UnsafeRawBufferPointer(rebasing: bytes[start...]).scalarCount
        isAfterCarriageReturn = last == 0x0D
    }

    private static func first(_ left: Int?, _ right: Int?) -> Int? {
        guard let left, let right else { return left ?? right }
        return min(left, right)
    }

    /// Advances over a chunk of valid UTF-8 without line ends.
    public mutating func advance(overPartOfLine bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        column += bytes.scalarCount
        isAfterCarriageReturn = false
    }

    /// Advances over one byte.
    @inlinable
    @inline(__always)
    public mutating func advance(over byte: UInt8) {
        switch byte {
        case 0x0A:
            if !isAfterCarriageReturn { line += 1 }
            column = 1
            isAfterCarriageReturn = false
        case 0x0D:
            line += 1
            column = 1
            isAfterCarriageReturn = true
        default:
            // Continuation bytes belong to the previous scalar.
            if byte & 0xC0 != 0x80 { column += 1 }
            isAfterCarriageReturn = false
        }
    }

    /// Returns this position as a location in a file.
    public func location(in path: String) -> SourceLocation {
        SourceLocation(path: path, line: line, column: column)
    }
}

extension UnsafeRawBufferPointer {
    /// The number of Unicode scalars in valid UTF-8: the number of bytes that are not continuation bytes.
    fileprivate var scalarCount: Int {
        guard let base = baseAddress else { return 0 }
        var continuations = 0
        var index = 0
        // Reads eight bytes at a time: a continuation byte has bit 7 set and bit 6 clear. Each byte of a sum counts up
        // to 255 words.
        while index &+ 8 <= count {
            let end = Swift.min(count &- 7, index &+ 8 * 255)
            var sums: UInt64 = 0
            while index < end {
                let word = (base + index).loadUnaligned(as: UInt64.self)
                sums &+= (word & ~(word &<< 1) & 0x8080_8080_8080_8080) &>> 7
                index &+= 8
            }
            let pairs = (sums & 0x00FF_00FF_00FF_00FF) &+ (sums &>> 8 & 0x00FF_00FF_00FF_00FF)
            continuations &+= Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) &>> 48)
        }
        while index < count {
            if self[index] & 0xC0 == 0x80 { continuations &+= 1 }
            index &+= 1
        }
        return count &- continuations
    }
}
