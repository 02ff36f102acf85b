/// How rows and cells are written in one file.
struct CSVDialect: Sendable, Hashable {
    /// The byte between two cells.
    var delimiter: UInt8 = 0x2C
    /// The byte around cells that hold delimiters, line breaks or quotes; `nil` where quotes are ordinary characters.
    var quote: UInt8? = 0x22
    /// Whether spaces and tabs around a cell, inside or outside its quotes' reach, are not part of it.
    var trimsSpaces = false
    /// Whether quotes in places where CSV forbids them are taken as characters.
    var acceptsStrayQuotes = false

    /// The delimiter as people call it.
    var delimiterName: String { Self.name(of: delimiter) }

    /// A delimiter as people call it: the character itself, or `TAB`.
    static func name(of delimiter: UInt8) -> String {
        delimiter == 0x09 ? "TAB" : String(UnicodeScalar(delimiter))
    }

    /// Whether the byte is one that trimming removes.
    @inline(__always)
    func isTrimmed(_ byte: UInt8) -> Bool { trimsSpaces && (byte == 0x20 || byte == 0x09) && byte != delimiter }
}
