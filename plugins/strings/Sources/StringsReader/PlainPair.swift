import GlossportReading

/// A simple pair that cannot cause a finding, found without parsing.
///
/// It has no comment after it, contains only common escapes, and its line ends after the semicolon. ``StringsParser``
/// handles all other pairs, so skipping a plain pair never hides a finding. In a whole app nearly all pairs are plain,
/// and skipping one takes a quarter of the time of parsing it.
struct PlainPair {
    /// The range between the key's quotation marks.
    var key: Range<Int>
    /// The offset of the text's opening quotation mark.
    var value: Int
    var end: Int

    /// Finds a pair at `start`, which must be outside of every pair.
    init?(in window: UnsafeRawBufferPointer, at start: Int) {
        guard let opening = Self.skipComments(window, from: start),
            let closing = ByteSearch.first(UInt8(ascii: "\""), in: window, from: opening + 1), closing > opening + 1,
            ByteSearch.first(UInt8(ascii: "\\"), in: window, from: opening + 1, to: closing) == nil
        else { return nil }
        key = (opening + 1)..<closing
        let equals = Self.skipSpaces(window, from: closing + 1)
        guard equals < window.count, window[equals] == UInt8(ascii: "=") else { return nil }
        value = Self.skipSpaces(window, from: equals + 1)
        guard value < window.count, window[value] == UInt8(ascii: "\""),
            let last = Self.endOfText(window, from: value + 1)
        else { return nil }
        let semicolon = Self.skipSpaces(window, from: last + 1)
        guard semicolon < window.count, window[semicolon] == UInt8(ascii: ";") else { return nil }
        end = Self.skipSpaces(window, from: semicolon + 1)
        guard end < window.count, window[end] == 0x0A || window[end] == 0x0D else { return nil }
    }

    /// Returns the next quotation mark if only white space and complete comments precede it.
    private static func skipComments(_ window: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var index = start
        while index < window.count {
            switch window[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case UInt8(ascii: "\""): return index
            case UInt8(ascii: "/"):
                guard let end = endOfComment(window, from: index) else { return nil }
                index = end
            default: return nil
            }
        }
        return nil
    }

    /// Returns the offset after a block comment, or the end of the line of a line comment.
    private static func endOfComment(_ window: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start + 1 < window.count else { return nil }
        switch window[start + 1] {
        case UInt8(ascii: "*"): return endOfBlock(window, from: start + 2)
        case UInt8(ascii: "/"):
            // U+2028 and U+2029, which also end a line, begin with this byte.
            guard let end = ByteSearch.first(0x0A, in: window, from: start),
                ByteSearch.first(0xE2, in: window, from: start, to: end) == nil
            else { return nil }
            return ByteSearch.first(0x0D, in: window, from: start, to: end) ?? end
        default: return nil
        }
    }

    /// Returns the end of a block comment; `nil` if it contains the start of another, which may have to be reported.
    private static func endOfBlock(_ window: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var from = start
        while let star = ByteSearch.first(UInt8(ascii: "*"), in: window, from: from), star + 1 < window.count {
            if window[star + 1] == UInt8(ascii: "/") { return star + 2 }
            if window[star - 1] == UInt8(ascii: "/") { return nil }
            from = star + 1
        }
        return nil
    }

    private static func endOfText(_ window: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var from = start
        var end = ByteSearch.first(UInt8(ascii: "\""), in: window, from: from)
        while let quote = end {
            guard let backslash = ByteSearch.first(UInt8(ascii: "\\"), in: window, from: from, to: quote) else {
                return quote
            }
            guard backslash + 1 < window.count else { return nil }
            switch window[backslash + 1] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "n"), UInt8(ascii: "t"): from = backslash + 2
            default: return nil
            }
            if quote < from { end = ByteSearch.first(UInt8(ascii: "\""), in: window, from: from) }
        }
        return nil
    }

    private static func skipSpaces(_ window: UnsafeRawBufferPointer, from start: Int) -> Int {
        var index = start
        while index < window.count, window[index] == 0x20 || window[index] == 0x09 { index += 1 }
        return index
    }
}
