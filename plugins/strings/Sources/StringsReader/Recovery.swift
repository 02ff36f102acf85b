/// Finds the place where reading can go on after something that is not a pair.
///
/// It knows nothing of quotes, since an odd quote is the usual reason to be here. A pair can begin
/// - after a `;` that ends its line, or that a quote, a comment or a `}` follows;
/// - at a line that starts with a quote or a comment;
/// - after junk between two pairs without an equals sign in it, also at a quote after a space.
struct Recovery {
    /// Whether it was junk between two pairs that has to be skipped, and not the rest of a broken pair.
    private var afterJunk: Bool
    private var previous = Previous.other
    private var afterSpace = false

    private enum Previous {
        case semicolon
        case lineEnd
        case other
    }

    /// - Parameters:
    ///   - afterJunk: See above.
    ///   - atLineStart: Whether only white space precedes the first byte on its line.
    init(afterJunk: Bool, atLineStart: Bool) {
        self.afterJunk = afterJunk
        if atLineStart { previous = .lineEnd }
    }

    /// Whether a pair can begin at `byte`; if not, the byte is taken as skipped.
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
            // The next string is the text of a pair whose key is the junk.
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
