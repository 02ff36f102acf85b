/// Counts lines and columns over UTF-8 text that arrives in pieces.
///
/// LF, CRLF and a lone CR each end a line, also when a piece ends between CR and LF. Columns count Unicode scalars.
public struct TextPosition: Sendable, Hashable {
    /// The line of the next byte, from 1.
    public private(set) var line = 1
    /// The column of the next byte, from 1.
    public private(set) var column = 1
    private var afterCarriageReturn = false

    /// Stands before the first byte: line 1, column 1.
    public init() {}

    /// Moves past `bytes`, which must be a piece of valid UTF-8.
    public mutating func advance(over bytes: UnsafeRawBufferPointer) {
        for byte in bytes { advance(over: byte) }
    }

    /// Moves past one byte.
    @inline(__always)
    public mutating func advance(over byte: UInt8) {
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
    public func location(in path: String) -> SourceLocation {
        SourceLocation(path: path, line: line, column: column)
    }
}
