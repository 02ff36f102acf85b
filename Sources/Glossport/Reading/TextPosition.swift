/// Counts lines and columns over UTF-8 text that arrives in pieces.
///
/// LF, CRLF and a lone CR each end a line, also when a piece ends between CR and LF. Columns count Unicode scalars.
package struct TextPosition: Sendable, Hashable {
    /// The line of the next byte, from 1.
    package private(set) var line = 1
    /// The column of the next byte, from 1.
    package private(set) var column = 1
    private var afterCarriageReturn = false

    package init() {}

    /// Moves past `bytes`, which must be a piece of valid UTF-8.
    package mutating func advance(over bytes: UnsafeRawBufferPointer) {
        for byte in bytes { advance(over: byte) }
    }

    /// Moves past one byte.
    @inline(__always)
    package mutating func advance(over byte: UInt8) {
        switch byte {
        case 0x0A:
            if !afterCarriageReturn { line += 1 }
            column = 1
            afterCarriageReturn = false
        case 0x0D:
            line += 1
            column = 1
            afterCarriageReturn = true
        default:
            // Continuation bytes belong to the scalar before them.
            if byte & 0xC0 != 0x80 { column += 1 }
            afterCarriageReturn = false
        }
    }

    /// This place as a location in a file.
    package func location(in path: String) -> SourceLocation {
        SourceLocation(path: path, line: line, column: column)
    }
}
