import GlossportReading

/// Cuts the text of a .strings file into tokens.
struct StringsLexer {
    enum Token {
        /// A quoted or unquoted string, which is ``StringsLexer/string``.
        case text
        /// A comment of either kind, which is ``StringsLexer/comment``.
        case comment
        /// One of `= ; { } ( ) < > ,`.
        case mark(UInt8)
        /// Something else, or a text where none was asked for; nothing of it is consumed.
        case foreign
    }

    /// A key or text with its place in the file.
    struct Text {
        /// The characters between its quotation marks.
        var range: Range<Int>
        /// How many bytes of UTF-8 it stands for.
        var length = 0
        var isQuoted = true
        /// Whether it has half a surrogate pair in it.
        var isBroken = false
        /// How many doubtful escapes it has.
        var doubts = 0
        fileprivate var hasEscapes = false

        var isTooLong: Bool { length > ReaderLimits.textBytes }
        /// Whether it says what it is meant to say.
        var isUsable: Bool { !isBroken && !isTooLong }
    }

    /// The token that the file ends in.
    enum Unfinished {
        case text
        case comment
    }

    /// The last string.
    private(set) var string = Text(range: 0..<0)
    /// The text of the last comment, without white space around it.
    private(set) var comment = 0..<0
    /// Whether the last comment looks as if its end were missing, so that it runs over pairs up to the end of the next one.
    private(set) var swallowsPairs = false
    /// Whether a line ended between the last text or mark and this token.
    private(set) var isFirstOnLine = true
    private(set) var unfinished: Unfinished?
    /// The reading position.
    private(set) var offset = 0

    private let text: UnsafeRawBufferPointer
    /// Whether the file goes on behind the text, so that a token at its end may not be whole.
    private let isCutOff: Bool
    private var tokenOffset = 0
    private var cursor = TextCursor()

    init(_ text: UnsafeRawBufferPointer, isCutOff: Bool) {
        self.text = text
        self.isCutOff = isCutOff
    }

    // MARK: Tokens

    /// Reads the next token; where no text may come, one is ``Token/foreign`` and stays unread.
    ///
    /// - Parameter texts: Whether a text may come here.
    /// - Returns: `nil` where the file ends before the token does.
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

    /// Skips the next pair if it is a plain one that is not wanted.
    ///
    /// - Parameters:
    ///   - wanted: Which keys are wanted.
    ///   - isNamed: Whether the caller needs its name.
    /// - Returns: Whether there was one; its key and the place of its text, if asked for.
    mutating func passOver(
        unless wanted: KeyFilter,
        named isNamed: Bool
    ) -> (wasPassed: Bool, name: (key: String, place: TextCursor.Place)?) {
        guard let pair = PlainPair(in: text, at: offset),
            !wanted.lets(UnsafeRawBufferPointer(rebasing: text[pair.key]))
        else { return (false, nil) }
        offset = pair.end
        isFirstOnLine = true
        return (true, isNamed ? (content(of: pair.key), cursor.advance(to: pair.value, in: text)) : nil)
    }

    /// Takes back a mark, so that it is read again.
    mutating func unread() { offset = tokenOffset }

    /// Skips the one scalar at the reading position.
    mutating func skipScalar() {
        offset += 1
        while offset < text.count, text[offset] & 0xC0 == 0x80 { offset += 1 }
    }

    /// The scalar at the reading position.
    var scalar: Unicode.Scalar? {
        String(decoding: text[offset..<min(offset + 4, text.count)], as: UTF8.self).unicodeScalars.first
    }

    /// Whether `byte` comes next, without anything in between.
    func isNext(_ byte: UInt8) -> Bool { offset < text.count && text[offset] == byte }

    /// Whether the line ends right here.
    var isAtLineEnd: Bool { isNext(0x0A) || isNext(0x0D) }

    /// Whether nothing of the file is left.
    var isAtEnd: Bool { offset >= text.count }

    /// Forgets line ends before this point: what comes next is first on its line only if another line end comes.
    mutating func clearLineStart() { isFirstOnLine = false }

    /// Skips to where a pair can begin again; see ``Recovery``.
    ///
    /// - Returns: Whether that, or the end of the file, was found.
    mutating func skip(_ recovery: inout Recovery) -> Bool {
        while offset < text.count {
            if recovery.stops(at: text[offset]) { return true }
            offset += 1
        }
        return !isCutOff
    }

    /// Goes to the end of the text.
    mutating func passAll() { offset = text.count }

    // MARK: Places and contents

    /// The place of the reading position.
    mutating func place() -> TextCursor.Place { cursor.advance(to: offset, in: text) }

    /// The place of the last text, comment or mark.
    mutating func tokenPlace() -> TextCursor.Place { cursor.advance(to: tokenOffset, in: text) }

    /// The text of a string.
    func content(of string: Text) -> String {
        guard string.hasEscapes else { return content(of: string.range) }
        return String(unsafeUninitializedCapacity: string.length) { buffer in
            unescape(string, into: UnsafeMutableRawBufferPointer(buffer))
            return string.length
        }
    }

    /// The text in a range.
    func content(of range: Range<Int>) -> String {
        String(decoding: UnsafeRawBufferPointer(rebasing: text[range]), as: UTF8.self)
    }

    /// Hands out what a string says as UTF-8.
    func withContent<Result>(of string: Text, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        guard string.hasEscapes else { return body(UnsafeRawBufferPointer(rebasing: text[string.range])) }
        return withUnsafeTemporaryAllocation(byteCount: string.length, alignment: 1) { content in
            unescape(string, into: content)
            return body(UnsafeRawBufferPointer(content))
        }
    }

    /// Writes what a string says, which has its ``Text/length``.
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

    /// The first doubtful escape of a string.
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

    /// The character for the escape at a backslash, if it is one of those that nearly all are.
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

    /// Letters, digits and `_ $ / : . -` need no quotes.
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

    /// Ends with an LF, CR, U+2028 or U+2029.
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

    /// Whether there is the beginning of another comment with something like `… = …;` before it.
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

    /// U+2028 and U+2029 separate like spaces.
    private func isSeparator(at offset: Int) -> Bool {
        holds("\u{2028}", at: offset) || holds("\u{2029}", at: offset)
    }

    private func holds(_ piece: StaticString, at offset: Int) -> Bool { ByteSearch.holds(piece, at: offset, of: text) }
}
