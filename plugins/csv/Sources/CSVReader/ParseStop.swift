/// Why and where a file can't be read any further.
struct ParseStop: Hashable {
    /// What is wrong.
    enum Reason: Hashable {
        case quoteInBareCell
        case textAfterClosingQuote
        case openQuote
        case cellTooLong
        case rowTooLong
    }

    /// What would help, where the text around tells.
    enum Hint: Hashable {
        /// Nothing but spaces stands between a quote and the end of its cell.
        case spacesAroundQuotes
        /// The quote has a backslash before it.
        case backslash
    }

    var reason: Reason
    /// The offending character, or the cell that does not end.
    var place: TextPlace
    /// Where the cell that it is in begins.
    var cell: TextPlace
    /// Where the row begins that could not be read, and with it all that was not.
    var row: TextPlace
    /// The text around the place.
    var excerpt: String
    var hint: Hint?

    /// Some text before and after an offset, on one line, for people.
    static func excerpt(of bytes: UnsafeRawBufferPointer, around index: Int) -> String {
        var start = max(0, index - 24)
        while start < index, bytes[start] & 0xC0 == 0x80 { start += 1 }
        var end = min(bytes.count, index + 16)
        while end > index, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        return String(text.map { $0.isNewline ? "⏎" : $0 })
    }
}
