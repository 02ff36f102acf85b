/// Finds the position to resume reading after text that is not a pair.
///
/// It ignores the pairing of quotes, because an unpaired quote is the usual cause. A pair can begin
/// - after a `;` that ends its line or is followed by a quote, a comment or a `}`;
/// - at a line that starts with a quote or a comment;
/// - at a quote after a space, if the skipped text is junk between two pairs and contains no equals sign.
struct Recovery {
    /// Whether the skipped text is junk between two pairs rather than the rest of a broken pair.
    private var afterJunk: Bool
    private var previous = Previous.other
    private var afterSpace = false

    private enum Previous {
        case semicolon
        case lineEnd
        case other
    }

    init(afterJunk: Bool, atLineStart: Bool) {
        self.afterJunk = afterJunk
        if atLineStart { previous = .lineEnd }
    }

    /// Whether a pair can begin at `byte`; if not, the byte is skipped.
    mutating func stops(at byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09:
            afterSpace = true
            return false
        case 0x0A, 0x0D:
            if previous == .semicolon { return true }
            previous = .lineEnd
            afterSpace = true
            return false
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            if previous != .other || (afterJunk && afterSpace) { return true }
        case UInt8(ascii: "/"):
            if previous != .other { return true }
        case UInt8(ascii: "}"):
            if previous == .semicolon { return true }
        case UInt8(ascii: "="):
            // The next string is the text of a pair, and the junk is its key.
            afterJunk = false
        case UInt8(ascii: ";"):
            previous = .semicolon
            afterSpace = false
            return false
        default: break
        }
        previous = .other
        afterSpace = false
        return false
    }
}
