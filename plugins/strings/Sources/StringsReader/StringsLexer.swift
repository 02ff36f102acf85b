import GlossportReading

/// Splits the text of a .strings file into tokens.
struct StringsLexer {
    enum Token {
        /// A quoted or unquoted string, stored in ``StringsLexer/string``.
        case text
        /// A comment of either kind, stored in ``StringsLexer/comment``.
        case comment
        /// One of `= ; { } ( ) < > ,`.
        case mark(UInt8)
        /// Another character, or a text where none is allowed; not consumed.
        case foreign
    }

    /// A key or text, and its range in the file.
    struct Text {
        /// The range between the quotation marks.
        var range: Range<Int>
        /// The length of the content, in UTF-8 bytes.
        var length = 0
        var isQuoted = true
        /// Whether it contains a lone surrogate.
        var isBroken = false
        var doubts = 0
        fileprivate var hasEscapes = false

        var isTooLong: Bool { length > ReaderLimits.textBytes }
        var isUsable: Bool { !isBroken && !isTooLong }
    }

    /// The kind of token that the end of the file interrupts.
    enum Unfinished {
        case text
        case comment
    }

    private(set) var string = Text(range: 0..<0)
    /// The range of the last comment, trimmed.
    private(set) var comment = 0..<0
    /// Whether the last comment probably lacks its end, so that it contains pairs and extends to the end of the next
    /// comment.
    private(set) var swallowsPairs = false
    /// Whether a line ended between the last text or mark and this token.
    private(set) var isFirstOnLine = true
    private(set) var unfinished: Unfinished?
    private(set) var offset = 0

    private let text: UnsafeRawBufferPointer
    /// Whether the text is truncated, so that a token at its end may be incomplete.
    private let isCutOff: Bool
    private var tokenOffset = 0
    private var cursor = TextCursor()

    init(_ text: UnsafeRawBufferPointer, isCutOff: Bool) {
        self.text = text
        self.isCutOff = isCutOff
    }

    // MARK: Tokens

    /// Reads the next token; if `texts` is `false`, returns a text as ``Token/foreign``, without consuming it.
    ///
    /// Returns `nil` if the file ends before or inside the token.
    mutating func next(texts: Bool) -> Token? {
        while offset < text.count {
            let byte = text[offset]
            switch byte {
            case 0x20, 0x09, 0x0B, 0x0C: offset += 1
            case 0x0A, 0x0D:
                offset += 1
                isFirstOnLine = true
            case UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "("),
                UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ","):
                tokenOffset = offset
                offset += 1
                return .mark(byte)
            case UInt8(ascii: "\""), UInt8(ascii: "'"): return texts ? quoted(by: byte) : .foreign
            case 0xE2 where isSeparator(at: offset): offset += 3
            default:
                if byte == UInt8(ascii: "/") {
                    if holds("//", at: offset) { return lineComment() }
                    if holds("/*", at: offset) { return blockComment() }
                    if isCutOff, offset + 1 == text.count { return nil }
                }
                return texts && Self.isUnquoted(byte) ? unquoted() : .foreign
            }
        }
        return nil
    }

    /// Skips the next pair if it is plain and unwanted; returns its key and the location of its text on request.
    mutating func skipPair(
        unless wanted: KeyFilter,
        named isNamed: Bool
    ) -> (wasSkipped: Bool, name: (key: String, place: TextCursor.Place)?) {
        guard let pair = PlainPair(in: text, at: offset),
            !wanted.accepts(UnsafeRawBufferPointer(rebasing: text[pair.key]))
        else { return (false, nil) }
        offset = pair.end
        isFirstOnLine = true
        return (true, isNamed ? (content(of: pair.key), cursor.advance(to: pair.value, in: text)) : nil)
    }

    /// Resets the position to before the last mark, so that it is read again.
    mutating func unread() { offset = tokenOffset }

    mutating func skipScalar() {
        offset += 1
        while offset < text.count, text[offset] & 0xC0 == 0x80 { offset += 1 }
    }

    var scalar: Unicode.Scalar? {
        String(decoding: text[offset..<min(offset + 4, text.count)], as: UTF8.self).unicodeScalars.first
    }

    func isNext(_ byte: UInt8) -> Bool { offset < text.count && text[offset] == byte }

    var isAtLineEnd: Bool { isNext(0x0A) || isNext(0x0D) }

    var isAtEnd: Bool { offset >= text.count }

    /// Ignores line ends before this position for ``isFirstOnLine``.
    mutating func clearLineStart() { isFirstOnLine = false }

    /// Skips to a position where a pair can begin, see ``Recovery``; returns `false` at a truncated end.
    mutating func skip(_ recovery: inout Recovery) -> Bool {
        while offset < text.count {
            if recovery.stops(at: text[offset]) { return true }
            offset += 1
        }
        return !isCutOff
    }

    mutating func skipAll() { offset = text.count }

    // MARK: Places and contents

    mutating func place() -> TextCursor.Place { cursor.advance(to: offset, in: text) }

    mutating func tokenPlace() -> TextCursor.Place { cursor.advance(to: tokenOffset, in: text) }

    /// Returns the unescaped content of a string.
    func content(of string: Text) -> String {
        guard string.hasEscapes else { return content(of: string.range) }
        return String(unsafeUninitializedCapacity: string.length) { buffer in
            unescape(string, into: UnsafeMutableRawBufferPointer(buffer))
            return string.length
        }
    }

    /// Returns the raw text in a range.
    func content(of range: Range<Int>) -> String {
        String(decoding: UnsafeRawBufferPointer(rebasing: text[range]), as: UTF8.self)
    }

    /// Passes the unescaped content of a string to a closure as UTF-8.
    func withContent<Result>(of string: Text, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        guard string.hasEscapes else { return body(UnsafeRawBufferPointer(rebasing: text[string.range])) }
        return withUnsafeTemporaryAllocation(byteCount: string.length, alignment: 1) { content in
            unescape(string, into: content)
            return body(UnsafeRawBufferPointer(content))
        }
    }

    /// Writes the unescaped content of a string, whose length is ``Text/length``.
    private func unescape(_ string: Text, into content: UnsafeMutableRawBufferPointer) {
        var count = 0
        func append(_ piece: Range<Int>) {
            UnsafeMutableRawBufferPointer(rebasing: content[count...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: text[piece])
            )
            count += piece.count
        }
        var position = string.range.lowerBound
        let end = string.range.upperBound
        while let backslash = ByteSearch.first(UInt8(ascii: "\\"), in: text, from: position, to: end) {
            append(position..<backslash)
            if let byte = commonEscape(at: backslash) {
                content[count] = byte
                count += 1
                position = backslash + 2
            } else {
                let escape = EscapeSequence(text, at: backslash)
                for byte in escape.scalar.map({ String($0).utf8 }) ?? "".utf8 {
                    content[count] = byte
                    count += 1
                }
                position = backslash + escape.length
            }
        }
        append(position..<end)
    }

    func firstDoubt(in string: Text) -> EscapeSequence.Doubt? {
        var position = string.range.lowerBound
        while let backslash = ByteSearch.first(
            UInt8(ascii: "\\"),
            in: text,
            from: position,
            to: string.range.upperBound
        ) {
            let escape = EscapeSequence(text, at: backslash)
            if let doubt = escape.doubt { return doubt }
            position = backslash + escape.length
        }
        return nil
    }

    // MARK: Texts

    private mutating func quoted(by quote: UInt8) -> Token? {
        tokenOffset = offset
        var position = offset + 1
        var string = Text(range: position..<position)
        var end = ByteSearch.first(quote, in: text, from: position)
        while let found = end {
            guard let backslash = ByteSearch.first(UInt8(ascii: "\\"), in: text, from: position, to: found) else {
                string.range = string.range.lowerBound..<found
                string.length += found - position
                self.string = string
                offset = found + 1
                return .text
            }
            string.hasEscapes = true
            string.length += backslash - position
            if commonEscape(at: backslash) != nil {
                string.length += 1
                position = backslash + 2
            } else {
                let escape = EscapeSequence(text, at: backslash)
                if let scalar = escape.scalar { string.length += UTF8.width(scalar) } else { string.isBroken = true }
                if escape.doubt != nil { string.doubts += 1 }
                position = backslash + escape.length
            }
            if found < position { end = ByteSearch.first(quote, in: text, from: position) }
        }
        return breakOff(in: .text)
    }

    /// Returns the character for a common escape; `nil` for the others, which are rare.
    private func commonEscape(at backslash: Int) -> UInt8? {
        guard backslash + 1 < text.count else { return nil }
        switch text[backslash + 1] {
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "\""): return UInt8(ascii: "\"")
        case UInt8(ascii: "\\"): return UInt8(ascii: "\\")
        default: return nil
        }
    }

    private mutating func unquoted() -> Token? {
        tokenOffset = offset
        while offset < text.count, Self.isUnquoted(text[offset]) { offset += 1 }
        if isAtEnd, isCutOff { return nil }
        string = Text(range: tokenOffset..<offset, length: offset - tokenOffset, isQuoted: false)
        return .text
    }

    /// Letters, digits and `_ $ / : . -` need no quotation marks.
    private static func isUnquoted(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "-")...UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "$"):
            true
        default: false
        }
    }

    private mutating func breakOff(in unfinished: Unfinished) -> Token? {
        self.unfinished = unfinished
        offset = text.count
        return nil
    }

    // MARK: Comments

    /// Reads a comment that ends with LF, CR, U+2028 or U+2029.
    private mutating func lineComment() -> Token? {
        tokenOffset = offset
        let start = offset + 2
        var end = ByteSearch.first(0x0A, in: text, from: start)
        end = ByteSearch.first(0x0D, in: text, from: start, to: end) ?? end
        var from = start
        while let lead = ByteSearch.first(0xE2, in: text, from: from, to: end) {
            if isSeparator(at: lead) { end = lead }
            from = lead + 1
        }
        offset = end ?? text.count
        if end == nil, isCutOff { return nil }
        return finishComment(start..<offset)
    }

    private mutating func blockComment() -> Token? {
        tokenOffset = offset
        let start = offset + 2
        var from = start
        while let star = ByteSearch.first(UInt8(ascii: "*"), in: text, from: from) {
            if holds("*/", at: star) {
                offset = star + 2
                let token = finishComment(start..<star)
                swallowsPairs = Self.swallowsPairs(UnsafeRawBufferPointer(rebasing: text[start..<star]))
                return token
            }
            from = star + 1
        }
        return breakOff(in: .comment)
    }

    private mutating func finishComment(_ range: Range<Int>) -> Token {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, Self.isSpace(text[start]) { start += 1 }
        while end > start, Self.isSpace(text[end - 1]) { end -= 1 }
        comment = start..<end
        swallowsPairs = false
        return .comment
    }

    /// Whether a comment contains the start of another comment after text in the form `… = …;`.
    private static func swallowsPairs(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var from = 1
        while let star = ByteSearch.first(UInt8(ascii: "*"), in: bytes, from: from) {
            if bytes[star - 1] == UInt8(ascii: "/") {
                guard let equals = ByteSearch.first(UInt8(ascii: "="), in: bytes, from: 0, to: star) else {
                    return false
                }
                return ByteSearch.first(UInt8(ascii: ";"), in: bytes, from: equals, to: star) != nil
            }
            from = star + 1
        }
        return false
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

    /// Whether U+2028 or U+2029, which separate tokens like spaces, is at an offset.
    private func isSeparator(at offset: Int) -> Bool {
        holds("\u{2028}", at: offset) || holds("\u{2029}", at: offset)
    }

    private func holds(_ piece: StaticString, at offset: Int) -> Bool { ByteSearch.holds(piece, at: offset, of: text) }
}
