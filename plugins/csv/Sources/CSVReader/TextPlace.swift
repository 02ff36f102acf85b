private import CLibrary
import GlossportReading

/// A line and a column, moved over UTF-8 text in bulk.
///
/// It counts as the core's `TextPosition` does (LF, CRLF and a lone CR end a line, columns count scalars), but can start
/// anywhere and passes a whole cell without looking at each byte by itself.
struct TextPlace: Sendable, Hashable {
    /// The line, from 1.
    var line = 1
    /// The column, from 1, in Unicode scalars.
    var column = 1
    /// Whether the byte before was a CR, so that an LF here belongs to the same line end.
    var isAfterCarriageReturn = false

    /// Moves past one byte.
    @inline(__always)
    mutating func advance(over byte: UInt8) {
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
            // Continuation bytes belong to the scalar before them.
            if byte & 0xC0 != 0x80 { column += 1 }
            isAfterCarriageReturn = false
        }
    }

    /// Moves past a piece of valid UTF-8.
    mutating func advance(over bytes: UnsafeRawBufferPointer) {
        if bytes.containsLineBreak {
            for byte in bytes { advance(over: byte) }
        } else if !bytes.isEmpty {
            column += bytes.scalarCount
            isAfterCarriageReturn = false
        }
    }

    /// This place in a file.
    func location(in path: String) -> SourceLocation { SourceLocation(path: path, line: line, column: column) }
}

extension UnsafeRawBufferPointer {
    /// The number of Unicode scalars in valid UTF-8: all bytes that do not continue one.
    var scalarCount: Int {
        guard let base = baseAddress else { return 0 }
        var continuations = 0
        var index = 0
        // Eight bytes at a time: a continuation byte has bit 7 set and bit 6 clear.
        while index &+ 8 <= count {
            let word = (base + index).loadUnaligned(as: UInt64.self)
            continuations &+= (word & ~(word &<< 1) & 0x8080_8080_8080_8080).nonzeroBitCount
            index &+= 8
        }
        while index < count {
            if self[index] & 0xC0 == 0x80 { continuations &+= 1 }
            index &+= 1
        }
        return count &- continuations
    }

    /// Whether there is a CR or an LF.
    var containsLineBreak: Bool { firstOffset(of: 0x0A) != nil || firstOffset(of: 0x0D) != nil }

    /// The offset of the first such byte from `start` on.
    func firstOffset(of byte: UInt8, from start: Int = 0) -> Int? {
        guard let base = baseAddress, start < count, let hit = memchr(base + start, Int32(byte), count - start) else {
            return nil
        }
        return UnsafeRawPointer(hit) - base
    }
}
