import GlossportReading

/// Cuts the text of a .strings file into tokens, window by window.
///
/// The lexer never needs the whole file: a text or comment that a window cuts off is continued in the next one, and at
/// most the few bytes of a half escape or comment mark are carried over. The windows hold valid UTF-8 and end between
/// two scalars.
struct StringsLexer {
    enum Token {
        /// A quoted or unquoted string, which is ``StringsLexer/text``.
        case text
        /// A comment of either kind, which is ``StringsLexer/comment``.
        case comment
        /// One of `= ; { } ( ) < > ,`.
        case mark(UInt8)
        /// Something else, or a text where none was asked for; nothing of it is consumed.
        case foreign
    }

    /// The last string.
    ///
    /// It is kept here, and not in the token, so that handing out a token costs no reference counting.
    private(set) var text = Text(length: 0)
    /// The last comment.
    private(set) var comment = Comment(value: nil, swallowsPairs: false)
    /// Where the last text or comment begins.
    private(set) var tokenStart = TextCursor.Place()
    /// Whether a line ended between the last text or mark and this token.
    private(set) var isFirstOnLine = true
    /// Whether the last text was in quotation marks.
    private(set) var lastTextWasQuoted = false
    /// What the file ended in the middle of, if so.
    var unfinished: Unfinished? { open }

    private var window = UnsafeRawBufferPointer(start: nil, count: 0)
    private var index = 0
    private var markOffset = 0
    private var cursor = TextCursor()
    private var carry: [UInt8] = []
    private var isLast = false

    private var open: Unfinished?
    private var buffer = TextBuffer()

    /// A token that continues in the next window.
    enum Unfinished {
        case quoted(UInt8)
        case unquoted
        case lineComment
        case blockComment
    }

    // MARK: Windows

    /// Hands a piece of the file to `body`, together with what the last window left over.
    mutating func withWindow(
        _ chunk: UnsafeRawBufferPointer,
        isLast: Bool,
        _ body: (inout StringsLexer) throws -> Void
    ) rethrows {
        self.isLast = isLast
        guard !carry.isEmpty else { return try scan(chunk, body) }
        let whole = carry + chunk
        carry.removeAll(keepingCapacity: true)
        try whole.withUnsafeBytes { try scan($0, body) }
    }

    private mutating func scan(_ bytes: UnsafeRawBufferPointer, _ body: (inout StringsLexer) throws -> Void) rethrows {
        window = bytes
        index = 0
        try body(&self)
        cursor.startNextWindow(at: index, of: bytes)
        carry.append(contentsOf: bytes[index...])
        window = UnsafeRawBufferPointer(start: nil, count: 0)
        index = 0
    }

    // MARK: Tokens

    /// Reads the next token; where no text may come, one is ``Token/foreign`` and stays unread.
    ///
    /// - Parameter texts: Whether a text may come here.
    /// - Returns: `nil` where the window ends before the token does.
    mutating func next(texts: Bool) -> Token? {
        switch open {
        case .quoted(let quote): return quoted(by: quote)
        case .unquoted: return unquoted()
        case .lineComment, .blockComment: return continueComment()
        case nil: break
        }
        while index < window.count {
            let byte = window[index]
            switch byte {
            case 0x20, 0x09, 0x0B, 0x0C:
                index += 1
            case 0x0A, 0x0D:
                index += 1
                isFirstOnLine = true
            case UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "("),
                UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ","):
                markOffset = index
                index += 1
                return .mark(byte)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard texts else { return .foreign }
                beginToken()
                lastTextWasQuoted = true
                index += 1
                open = .quoted(byte)
                return quoted(by: byte)
            case UInt8(ascii: "/"):
                guard index + 1 < window.count || isLast else { return nil }
                let next = index + 1 < window.count ? window[index + 1] : 0
                if next == UInt8(ascii: "/") || next == UInt8(ascii: "*") { return beginComment(mark: next) }
                guard texts else { return .foreign }
                beginToken()
                lastTextWasQuoted = false
                open = .unquoted
                return unquoted()
            case 0xE2 where isSeparator(at: index):
                index += 3
            default:
                guard texts, Self.isUnquoted(byte) else { return .foreign }
                beginToken()
                lastTextWasQuoted = false
                open = .unquoted
                return unquoted()
            }
        }
        return nil
    }

    /// Passes over the next pair if it is a plain one that nobody wants.
    ///
    /// - Parameters:
    ///   - wanted: Which keys are wanted.
    ///   - isNamed: Whether the caller needs its name.
    /// - Returns: Whether there was one; its key and the place of its text, if asked for.
    mutating func passOver(
        unless wanted: KeyFilter,
        named isNamed: Bool
    ) -> (wasPassed: Bool, name: (key: String, place: TextCursor.Place)?) {
        guard open == nil, let pair = PlainPair(in: window, at: index) else { return (false, nil) }
        let key = UnsafeRawBufferPointer(rebasing: window[pair.key])
        guard !wanted.lets(key) else { return (false, nil) }
        index = pair.end
        isFirstOnLine = true
        return (true, isNamed ? (String(decoding: key, as: UTF8.self), cursor.advance(to: pair.value, in: window)) : nil)
    }

    /// Moves the last string out to where it is wanted, which costs no reference counting.
    mutating func moveText(to destination: inout String?) { swap(&destination, &text.value) }

    /// Takes back a mark, so that it is read again.
    mutating func unread() { index = markOffset }

    /// Skips the one scalar at the reading position.
    mutating func skipScalar() {
        index += 1
        while index < window.count, window[index] & 0xC0 == 0x80 { index += 1 }
    }

    /// The scalar at the reading position.
    var scalar: Unicode.Scalar? {
        String(decoding: window[index..<min(index + 4, window.count)], as: UTF8.self).unicodeScalars.first
    }

    /// Whether `byte` comes next, without anything in between.
    func isNext(_ byte: UInt8) -> Bool { index < window.count && window[index] == byte }

    /// Whether the line ends right here, as far as the window shows.
    var isAtLineEnd: Bool { index < window.count && (window[index] == 0x0A || window[index] == 0x0D) }

    /// The place of the reading position.
    mutating func place() -> TextCursor.Place { cursor.advance(to: index, in: window) }

    /// The place of the last mark.
    mutating func markPlace() -> TextCursor.Place { cursor.advance(to: markOffset, in: window) }

    /// Forgets line ends before this point: what comes next is first on its line only if another line end comes.
    mutating func clearLineStart() { isFirstOnLine = false }

    /// The place after everything that was handed in, also what is carried over.
    func placeAfterCarry() -> TextCursor.Place {
        var ahead = cursor
        return carry.withUnsafeBytes { ahead.advance(to: $0.count, in: $0) }
    }

    /// The reading position in the window.
    var offset: Int { index }

    /// Whether nothing of the file is left.
    var isAtEnd: Bool { isLast && index >= window.count }

    private mutating func beginToken() { tokenStart = cursor.advance(to: index, in: window) }

    /// U+2028 and U+2029 separate like spaces.
    private func isSeparator(at offset: Int) -> Bool {
        offset + 2 < window.count && window[offset + 1] == 0x80
            && (window[offset + 2] == 0xA8 || window[offset + 2] == 0xA9)
    }

    // MARK: Comments

    private mutating func beginComment(mark: UInt8) -> Token? {
        beginToken()
        index += 2
        open = mark == UInt8(ascii: "*") ? .blockComment : .lineComment
        return continueComment()
    }

    private mutating func continueComment() -> Token? {
        let start = index
        guard case .blockComment = open else {
            let end = endOfLine(from: start)
            index = end ?? window.count
            guard end != nil || isLast else {
                buffer.append(window[start...])
                return nil
            }
            open = nil
            comment = buffer.finishComment(with: window[start..<index], isBlock: false)
            return .comment
        }
        var from = start
        while let star = ByteSearch.first(UInt8(ascii: "*"), in: window, from: from) {
            guard star + 1 < window.count else {
                // The slash may be the first byte of the next window.
                buffer.append(window[start..<star])
                index = star
                return nil
            }
            if window[star + 1] == UInt8(ascii: "/") {
                index = star + 2
                open = nil
                comment = buffer.finishComment(with: window[start..<star], isBlock: true)
                return .comment
            }
            from = star + 1
        }
        buffer.append(window[start...])
        index = window.count
        return nil
    }

    /// The next LF, CR, U+2028 or U+2029.
    private func endOfLine(from start: Int) -> Int? {
        var end = ByteSearch.first(0x0A, in: window, from: start)
        end = ByteSearch.first(0x0D, in: window, from: start, to: end) ?? end
        var from = start
        while let lead = ByteSearch.first(0xE2, in: window, from: from, to: end) {
            if isSeparator(at: lead) { return lead }
            from = lead + 1
        }
        return end
    }

    // MARK: Recovery

    /// Skips to where a pair can begin again; see ``Recovery``.
    ///
    /// - Returns: Whether it got there; if not, go on in the next window.
    mutating func skip(_ recovery: inout Recovery) -> Bool {
        while index < window.count {
            if recovery.stops(at: window[index]) { return true }
            index += 1
        }
        return isLast
    }

    // MARK: Texts

    private mutating func quoted(by quote: UInt8) -> Token? {
        var start = index
        var end = ByteSearch.first(quote, in: window, from: start)
        while true {
            let limit = end ?? window.count
            if let backslash = ByteSearch.first(UInt8(ascii: "\\"), in: window, from: start, to: limit) {
                buffer.append(window[start..<backslash])
                guard let escape = EscapeSequence.read(UnsafeRawBufferPointer(rebasing: window[backslash...])) else {
                    index = backslash
                    return nil
                }
                buffer.append(escape)
                start = backslash + escape.length
                if let found = end, found < start { end = ByteSearch.first(quote, in: window, from: start) }
            } else if let end {
                index = end + 1
                open = nil
                text = buffer.finishText(with: window[start..<end])
                return .text
            } else {
                buffer.append(window[start...])
                index = window.count
                return nil
            }
        }
    }

    private mutating func unquoted() -> Token? {
        let start = index
        while index < window.count, Self.isUnquoted(window[index]) { index += 1 }
        if index == window.count, !isLast {
            buffer.append(window[start...])
            return nil
        }
        open = nil
        text = buffer.finishText(with: window[start..<index])
        return .text
    }

    /// Letters, digits and `_ $ / : . -` may stand without quotes.
    static func isUnquoted(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "-")...UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "$"):
            true
        default: false
        }
    }
}
