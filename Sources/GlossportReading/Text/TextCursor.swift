private import CLibrary

/// Counts lines and columns over text that arrives in windows.
///
/// ``TextPosition`` looks at every byte; over 100 MB that alone would cost more than all the rest. This one is asked only
/// where a place is needed, and skips from line end to line end in between.
public struct TextCursor {
    /// A line and a column, both from 1, as ``SourceLocation`` counts them.
    public struct Place: Sendable, Hashable {
        /// From 1.
        public var line: Int
        /// In Unicode scalars, from 1.
        public var column: Int

        /// Makes a place; the first of a file by default.
        public init(line: Int = 1, column: Int = 1) {
            self.line = line
            self.column = column
        }
    }

    /// The place of the byte at ``mark``.
    public private(set) var place: Place
    /// How far into the current window the counting has come.
    public private(set) var mark = 0
    private var afterCarriageReturn = false

    /// Stands at a place, at the beginning of a window.
    public init(at place: Place = Place()) { self.place = place }

    /// Moves on to `offset`, which must not lie before ``mark``, and says what place it is.
    public mutating func advance(to offset: Int, in window: UnsafeRawBufferPointer) -> Place {
        guard offset > mark, let base = window.baseAddress else { return place }
        let start = base + mark
        let count = offset - mark
        mark = offset
        if afterCarriageReturn || memchr(start, 0x0D, count) != nil {
            advanceByteByByte(UnsafeRawBufferPointer(start: start, count: count))
            return place
        }
        var rest = UnsafeRawPointer(start)
        let end = rest + count
        while let feed = memchr(rest, 0x0A, end - rest) {
            place.line += 1
            place.column = 1
            rest = UnsafeRawPointer(feed) + 1
        }
        place.column += Self.scalars(in: UnsafeRawBufferPointer(start: rest, count: end - rest))
        return place
    }

    /// Says that the next window starts where the last one ended, or at `offset` if that much is carried over.
    public mutating func startNextWindow(at offset: Int, of window: UnsafeRawBufferPointer) {
        _ = advance(to: offset, in: window)
        mark = 0
    }

    private mutating func advanceByteByByte(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes {
            switch byte {
            case 0x0A:
                if !afterCarriageReturn { place.line += 1 }
                place.column = 1
                afterCarriageReturn = false
            case 0x0D:
                place.line += 1
                place.column = 1
                afterCarriageReturn = true
            default:
                if byte & 0xC0 != 0x80 { place.column += 1 }
                afterCarriageReturn = false
            }
        }
    }

    /// Every byte that does not continue a scalar begins one.
    private static func scalars(in bytes: UnsafeRawBufferPointer) -> Int {
        var count = 0
        for byte in bytes where Int8(bitPattern: byte) >= -64 { count &+= 1 }
        return count
    }
}
