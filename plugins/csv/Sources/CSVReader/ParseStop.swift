import GlossportReading

/// The reason and the location of a syntax error that ends parsing.
struct ParseStop: Hashable {
    enum Reason: Hashable {
        case quoteInBareCell
        case textAfterClosingQuote
        case openQuote
        case cellTooLong
        case rowTooLong
    }

    /// A likely cause, if the surrounding text indicates one.
    enum Hint: Hashable {
        /// Spaces or tabs precede an opening quote or follow a closing one.
        case spacesAroundQuotes
        /// The quote follows a backslash.
        case backslash
    }

    var reason: Reason
    /// The location of the invalid character or the unclosed cell.
    var place: TextPosition
    var cell: TextPosition
    /// The start of the affected row; nothing from there on was read.
    var row: TextPosition
    var excerpt: String
    var hint: Hint?
}
