import GlossportReading

/// A keyword or quoted string in a line.
struct POToken {
    enum Kind {
        /// `msgctxt`, `msgid`, `msgid_plural` or `msgstr`; the last one may have the index of a plural form.
        case keyword(POEntry.Part, hasIndex: Bool)
        /// A string, with the range of its content.
        case text(Range<Int>)
    }

    let kind: Kind
    /// The offset after the token and the blanks that follow it.
    let end: Int

    private static let keywords: [(word: StaticString, part: POEntry.Part)] = [
        ("msgctxt", .context), ("msgid_plural", .plural), ("msgid", .id), ("msgstr", .string),
    ]

    /// Parses the token at an offset; `nil` if there is none.
    init?(_ line: UnsafeRawBufferPointer, at start: Int) {
        if line[start] == UInt8(ascii: "\"") {
            guard let quote = Self.closingQuote(in: line, from: start + 1) else { return nil }
            kind = .text(start + 1..<quote)
            end = Self.endOfBlanks(in: line, from: quote + 1)
            return
        }
        guard let keyword = Self.keywords.first(where: { ByteSearch.holds($0.word, at: start, of: line) }) else {
            return nil
        }
        let wordEnd = start + keyword.word.utf8CodeUnitCount
        guard Self.isBorder(wordEnd, in: line) else { return nil }
        let indexEnd = keyword.part == .string ? Self.endOfIndex(in: line, from: wordEnd) : nil
        kind = .keyword(keyword.part, hasIndex: indexEnd != nil)
        end = Self.endOfBlanks(in: line, from: indexEnd ?? wordEnd)
    }

    static func endOfBlanks(in line: UnsafeRawBufferPointer, from start: Int) -> Int {
        var end = start
        while end < line.count, isBlank(line[end]) { end += 1 }
        return end
    }

    /// Whether a byte is white space that separates tokens.
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0B || byte == 0x0C }

    private static func closingQuote(in line: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var position = start
        while position < line.count {
            switch line[position] {
            case UInt8(ascii: "\""): return position
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        return nil
    }

    /// Returns the offset after `[0]`; `nil` if there is no index.
    private static func endOfIndex(in line: UnsafeRawBufferPointer, from start: Int) -> Int? {
        func passBlanks(_ position: Int) -> Int {
            line[position...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? line.count
        }
        func holds(_ byte: UInt8, _ position: Int) -> Bool { position < line.count && line[position] == byte }
        let bracket = passBlanks(start)
        guard holds(UInt8(ascii: "["), bracket) else { return nil }
        let digits = passBlanks(bracket + 1)
        let digitsEnd = line[digits...].firstIndex { !(0x30...0x39).contains($0) } ?? line.count
        let closing = passBlanks(digitsEnd)
        guard digitsEnd > digits, holds(UInt8(ascii: "]"), closing), isBorder(closing + 1, in: line) else { return nil }
        return closing + 1
    }

    /// Whether a word may end before an offset.
    private static func isBorder(_ offset: Int, in line: UnsafeRawBufferPointer) -> Bool {
        guard offset < line.count else { return true }
        switch line[offset] {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            return false
        default: return true
        }
    }

    /// Whether the rest of a line after `#~` begins with msgid, which each obsolete entry contains once.
    static func isObsoleteEntry(_ line: UnsafeRawBufferPointer, from start: Int) -> Bool {
        let word = line[start...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? line.count
        return ByteSearch.holds("msgid", at: word, of: line) && isBorder(word + 5, in: line)
    }
}
