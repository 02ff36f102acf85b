import GlossportReading

/// Cuts JSON into tokens, window by window.
///
/// Nothing is kept of the file but the window and, of a string that a window cuts off, what has been read of it. The
/// windows hold valid UTF-8 and end between two scalars.
struct JSONLexer {
    enum Token {
        /// A string; see ``JSONLexer/withContent(_:)``.
        case string
        /// A number, `true`, `false` or `null`.
        case literal(Literal)
        /// One of `{ } [ ] : ,`.
        case mark(UInt8)
        /// Something that JSON does not have, with what is to be said about it.
        case malformed(String)
    }

    enum Literal {
        case number
        case yes
        case no
        case null
    }

    /// What is wrong with the last string, if something is.
    private(set) var flaw: Flaw?

    enum Flaw {
        /// It has so many bytes.
        case tooLong(Int)
        /// It has half a surrogate pair in it.
        case loneSurrogate
    }

    private var window = UnsafeRawBufferPointer(start: nil, count: 0)
    private var index = 0
    private var isLast = false
    private var carry: [UInt8] = []
    private var cursor = TextCursor()
    /// Where the last token begins in the window; unless ``cutPlace`` says that it began before.
    private var tokenStart = 0
    private var cutPlace: TextCursor.Place?

    private var isInString = false
    private var content = 0..<0
    private var isBuffered = false
    private var buffer: [UInt8] = []
    /// How many bytes the last string has.
    private(set) var length = 0

    // MARK: Windows

    /// Hands a piece of the file to `body`, together with what the last window left over.
    mutating func withWindow(_ chunk: UnsafeRawBufferPointer, isLast: Bool, _ body: (inout JSONLexer) -> Void) {
        self.isLast = isLast
        guard !carry.isEmpty else { return scan(chunk, body) }
        let whole = carry + chunk
        carry.removeAll(keepingCapacity: true)
        whole.withUnsafeBytes { scan($0, body) }
    }

    private mutating func scan(_ bytes: UnsafeRawBufferPointer, _ body: (inout JSONLexer) -> Void) {
        window = bytes
        index = 0
        tokenStart = 0
        body(&self)
        if isInString, cutPlace == nil { cutPlace = cursor.advance(to: tokenStart, in: window) }
        cursor.startNextWindow(at: index, of: bytes)
        carry.append(contentsOf: bytes[index...])
        window = UnsafeRawBufferPointer(start: nil, count: 0)
        index = 0
    }

    /// The place of the last token.
    mutating func place() -> TextCursor.Place { cutPlace ?? cursor.advance(to: tokenStart, in: window) }

    /// Where the last token stands in the window.
    var token: Range<Int> { tokenStart..<index }

    /// The place after everything that was handed in, also what is carried over.
    func placeAfterCarry() -> TextCursor.Place {
        var ahead = cursor
        return carry.withUnsafeBytes { ahead.advance(to: $0.count, in: $0) }
    }

    // MARK: Tokens

    /// The next token; `nil` where the window ends before it does.
    mutating func next() -> Token? {
        if isInString { return string() }
        cutPlace = nil
        while index < window.count {
            let byte = window[index]
            switch byte {
            case 0x20, 0x0A, 0x0D, 0x09:
                index = endOfSpace(from: index + 1)
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"),
                UInt8(ascii: ","):
                tokenStart = index
                index += 1
                return .mark(byte)
            case UInt8(ascii: "\""):
                tokenStart = index
                index += 1
                isInString = true
                isBuffered = false
                length = 0
                flaw = nil
                return string()
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                tokenStart = index
                return literal()
            default:
                tokenStart = index
                return .malformed(Self.complaint(about: scalar))
            }
        }
        return nil
    }

    private var scalar: Unicode.Scalar? {
        String(decoding: window[index..<min(index + 4, window.count)], as: UTF8.self).unicodeScalars.first
    }

    private static func complaint(about scalar: Unicode.Scalar?) -> String {
        let name = CatalogOutput.name(scalar)
        switch scalar {
        case "<", ">", "=", "|": return "\(name) stands here, as an unresolved merge conflict leaves it"
        case "'", "“", "”", "„": return "\(name) stands here; JSON has straight double quotation marks only"
        case "/", "#": return "\(name) stands here; JSON has no comments"
        default: return "\(name) stands here, which JSON does not have in this place"
        }
    }

    private mutating func literal() -> Token? {
        var end = index
        while end < window.count, Self.isLiteral(window[end]), end - index < 64 { end += 1 }
        if end == window.count, !isLast { return nil }
        let text = window[index..<end]
        let isNumber = window[index] == UInt8(ascii: "-") || window[index] < UInt8(ascii: "a")
        index = end
        if isNumber { return .literal(.number) }
        if text.elementsEqual("true".utf8) { return .literal(.yes) }
        if text.elementsEqual("false".utf8) { return .literal(.no) }
        if text.elementsEqual("null".utf8) { return .literal(.null) }
        return .malformed(
            "\(String(decoding: text, as: UTF8.self).quoted) stands here without quotation marks"
        )
    }

    private static func isLiteral(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// The offset of the first byte at or after `start` that is no white space.
    private func endOfSpace(from start: Int) -> Int {
        var end = start
        // Catalogs are indented by up to a dozen spaces, which are a third of all their bytes.
        while end + 8 <= window.count, window.loadUnaligned(fromByteOffset: end, as: UInt64.self) == Self.eightSpaces {
            end += 8
        }
        while end < window.count, Self.isSpace(window[end]) { end += 1 }
        return end
    }

    private static let eightSpaces: UInt64 = 0x2020_2020_2020_2020

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    // MARK: Passing over

    /// Moves past the rest of a member, after its name, if it is nothing but a translated text.
    ///
    /// Of an app's catalog nearly all that is so, and hardly any of it is wanted. Whatever is written in another way,
    /// has an escape in it or goes on behind the window is left to ``next()``.
    ///
    /// - Returns: The text's length in bytes; `nil` if there is something else, and then nothing has moved.
    mutating func passTranslatedText() -> Int? {
        var end = index
        for piece in Self.beforeText {
            end = endOfSpace(from: end)
            guard ByteSearch.holds(piece, at: end, of: window) else { return nil }
            end += piece.utf8CodeUnitCount
        }
        guard let quote = ByteSearch.first(UInt8(ascii: "\""), in: window, from: end),
            ByteSearch.first(UInt8(ascii: "\\"), in: window, from: end, to: quote) == nil,
            quote - end <= ReaderLimits.textBytes, Self.control(window, end..<quote) == nil
        else { return nil }
        let length = quote - end
        end = quote + 1
        for _ in 1...2 {
            end = endOfSpace(from: end)
            guard end < window.count, window[end] == UInt8(ascii: "}") else { return nil }
            end += 1
        }
        index = end
        return length
    }

    private static let beforeText: [StaticString] = [
        ":", "{", "\"stringUnit\"", ":", "{", "\"state\"", ":", "\"translated\"", ",", "\"value\"", ":", "\"",
    ]

    // MARK: Strings

    /// Hands out the bytes of the last string, which are UTF-8.
    func withContent<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        isBuffered ? buffer.withUnsafeBytes(body) : body(UnsafeRawBufferPointer(rebasing: window[content]))
    }

    /// The last string; `nil` if it has a ``flaw``.
    var text: String? { flaw == nil ? withContent { String(decoding: $0, as: UTF8.self) } : nil }

    /// Whether the last string says `expected`.
    func says(_ expected: StaticString) -> Bool {
        flaw == nil
            && withContent { bytes in
                bytes.count == expected.utf8CodeUnitCount
                    && expected.withUTF8Buffer { ByteSearch.equal(bytes, UnsafeRawBufferPointer($0)) }
            }
    }

    private mutating func string() -> Token? {
        var start = index
        let end = ByteSearch.first(UInt8(ascii: "\""), in: window, from: start)
        var quote = end
        while true {
            let limit = quote ?? window.count
            let backslash = ByteSearch.first(UInt8(ascii: "\\"), in: window, from: start, to: limit)
            let pieceEnd = backslash ?? limit
            if let control = Self.control(window, start..<pieceEnd) {
                index = control
                tokenStart = control
                isInString = false
                cutPlace = nil
                let byte = window[control]
                return .malformed(
                    byte == 0x0A || byte == 0x0D
                        ? "The line ends inside a text; its closing quotation mark is missing, or it should say \\n"
                        : "\(CatalogOutput.name(Unicode.Scalar(byte))) stands in a text; JSON wants it escaped"
                )
            }
            if let backslash {
                keep(start..<backslash)
                switch JSONEscape.read(UnsafeRawBufferPointer(rebasing: window[backslash...])) {
                case nil:
                    index = backslash
                    return nil
                case .malformed?:
                    index = backslash
                    tokenStart = backslash
                    isInString = false
                    cutPlace = nil
                    return .malformed("A backslash stands here that begins no escape of JSON")
                case .half(let length)?:
                    flaw = flaw ?? .loneSurrogate
                    start = backslash + length
                case .scalar(let scalar, let length)?:
                    keep(scalar)
                    start = backslash + length
                }
                if let found = quote, found < start {
                    quote = ByteSearch.first(UInt8(ascii: "\""), in: window, from: start)
                }
            } else if let quote {
                finish(start..<quote)
                index = quote + 1
                return .string
            } else {
                keep(start..<window.count)
                index = window.count
                return nil
            }
        }
    }

    private mutating func finish(_ tail: Range<Int>) {
        isInString = false
        if isBuffered { keep(tail) } else { length = tail.count }
        content = tail
        if length > ReaderLimits.textBytes { flaw = .tooLong(length) }
    }

    private mutating func keep(_ piece: Range<Int>) {
        beginBuffer()
        length += piece.count
        if length <= ReaderLimits.textBytes {
            buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: window[piece]))
        }
    }

    private mutating func keep(_ scalar: Unicode.Scalar) {
        guard let encoded = UTF8.encode(scalar) else { return }
        beginBuffer()
        length += encoded.count
        if length <= ReaderLimits.textBytes { buffer.append(contentsOf: encoded) }
    }

    private mutating func beginBuffer() {
        guard !isBuffered else { return }
        isBuffered = true
        buffer.removeAll(keepingCapacity: true)
    }

    /// The offset of the first control character in a piece of a string.
    private static func control(_ window: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
        let piece = UnsafeRawBufferPointer(rebasing: window[range])
        var lowest = UInt8.max
        for byte in piece { lowest = min(lowest, byte) }
        guard lowest < 0x20 else { return nil }
        return piece.firstIndex { $0 < 0x20 }.map { $0 + range.lowerBound }
    }
}
