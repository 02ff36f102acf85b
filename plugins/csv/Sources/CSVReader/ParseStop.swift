import GlossportReading

/// Why and where a file can't be read any further.
struct ParseStop: Hashable {
    /// The reason for stopping.
    enum Reason: Hashable {
        case quoteInBareCell
        case textAfterClosingQuote
        case openQuote
        case cellTooLong
        case rowTooLong
    }

    /// A likely cause, if the surrounding text indicates one.
    enum Hint: Hashable {
        /// Only spaces are between a quote and the end of its cell.
        case spacesAroundQuotes
        /// The quote has a backslash before it.
        case backslash
    }

    var reason: Reason
    /// The offending character, or the cell that does not end.
    var place: TextPosition
    /// Where the cell that it is in begins.
    var cell: TextPosition
    /// Where the row begins that could not be read, and with it all that was not.
    var row: TextPosition
    /// The text around the place.
    var excerpt: String
    var hint: Hint?
}
