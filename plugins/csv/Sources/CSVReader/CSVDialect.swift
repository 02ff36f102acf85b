/// The CSV dialect of one file.
struct CSVDialect: Sendable, Hashable {
    /// The byte between two cells.
    var delimiter: UInt8 = 0x2C
    /// The byte around cells that contain delimiters, line breaks or quotes; `nil` if quotes are ordinary characters.
    var quote: UInt8? = 0x22
    /// Whether spaces and tabs around a cell, inside or outside its quotes, are removed.
    var trimsSpaces = false
    /// Whether misplaced quotes are read as characters.
    var acceptsStrayQuotes = false

    var delimiterName: String { Self.name(of: delimiter) }

    /// Returns the name of a delimiter: the character itself, or `TAB`.
    static func name(of delimiter: UInt8) -> String {
        delimiter == 0x09 ? "TAB" : String(UnicodeScalar(delimiter))
    }

    @inline(__always)
    func isTrimmed(_ byte: UInt8) -> Bool { trimsSpaces && (byte == 0x20 || byte == 0x09) && byte != delimiter }
}
