/// A pull parser for one JSON text, driven by the caller's expectations, that reports the position of everything it
/// reads.
///
/// The whole text is in memory: a line of the reader protocol, or a file. Values are read in order. For each value in
/// an object or array, a closure reads the value or calls ``skip()``.
///
/// ```swift
/// try scanner.object { scanner, name in
///     if scanner.matches("key", name) { key = try scanner.string() } else { try scanner.skip() }
/// }
/// try scanner.end()
/// ```
public struct JSONScanner {
    /// A deviation from the expected text.
    public struct Problem: Error, Equatable {
        /// A clause, such as `a text is expected here`.
        public var reason: String
        /// The position, in bytes from 0.
        public var offset: Int
        /// Whether the text ends here prematurely.
        public var isEnd: Bool

        /// Creates a problem.
        public init(reason: String, offset: Int, isEnd: Bool = false) {
            self.reason = reason
            self.offset = offset
            self.isEnd = isEnd
        }
    }

    /// The kind of a value, by its first character.
    public enum Kind: Sendable {
        /// The kinds of JSON values.
        case object, array, string, number, yes, no, null
        /// No value begins here.
        case nothing
    }

    /// A string and its position in the text.
    public struct Token: Sendable {
        /// The range of the string, including its quotation marks.
        public let range: Range<Int>
        /// The length of the content, in UTF-8 bytes.
        public let length: Int
        /// Whether an escape is a lone surrogate, so that the content is not valid text.
        public let hasLoneSurrogate: Bool
        fileprivate let isPlain: Bool
    }

    /// The maximum nesting depth of braces and brackets.
    public static let depthLimit = 64

    /// The position reached so far, in bytes.
    public private(set) var offset = 0
    private var slips: [Problem] = []
    private let bytes: UnsafeRawBufferPointer
    private let isLenient: Bool
    private var depth = 0

    /// Creates a strict scanner, which throws at the first problem.
    ///
    /// - Parameter bytes: The text; must outlive the scanner.
    /// - Throws: ``Problem`` if it is not UTF-8.
    public init(_ bytes: UnsafeRawBufferPointer) throws {
        let valid = bytes.validUTF8Prefix().length
        guard valid == bytes.count else { throw Problem(reason: "it is not UTF-8", offset: valid) }
        self.bytes = bytes
        isLenient = false
    }

    /// Creates a lenient scanner, which tolerates a missing comma before a name and a superfluous comma before a
    /// closing brace or bracket.
    ///
    /// - Parameter bytes: The text, known to be valid UTF-8; must outlive the scanner.
    public init(validUTF8 bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        isLenient = true
    }

    // MARK: Values

    /// Returns the kind of the next value without reading it; skips white space before it.
    public mutating func peek() -> Kind {
        passSpace()
        guard offset < bytes.count else { return .nothing }
        return switch bytes[offset] {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
        case UInt8(ascii: "t"): .yes
        case UInt8(ascii: "f"): .no
        case UInt8(ascii: "n"): .null
        default: .nothing
        }
    }

    /// Reads an object without converting its names to strings.
    ///
    /// - Parameter member: Called with each name; reads the value.
    /// - Throws: ``Problem``; errors of `member`.
    public mutating func members(_ member: (inout JSONScanner, Token) throws -> Void) throws {
        try begin(UInt8(ascii: "{"), "an object is expected here")
        var hasComma = false
        while !takes(UInt8(ascii: "}")) {
            let name = try name()
            try member(&self, name)
            hasComma = takes(UInt8(ascii: ","))
            if hasComma || isNext(UInt8(ascii: "}")) { continue }
            guard isNext(UInt8(ascii: "\"")) else { throw try refusal("a comma or the end of an object is missing") }
            // The next token must be a complete string before the comma is reported as missing.
            var ahead = self
            _ = try ahead.token()
            try slip("a comma is missing before this name", at: offset)
        }
        if hasComma { try slip("unexpected comma before a closing brace", at: offset - 1) }
        depth -= 1
    }

    /// Reads an object.
    ///
    /// - Parameter member: Called with each name; reads the value.
    /// - Throws: ``Problem``; errors of `member`.
    public mutating func object(_ member: (inout JSONScanner, _ name: String) throws -> Void) throws {
        try members { scanner, token in
            let name = try scanner.text(of: token)
            try member(&scanner, name)
        }
    }

    /// Reads an array.
    ///
    /// - Parameter item: Called before each item; reads it.
    /// - Throws: ``Problem``; errors of `item`.
    public mutating func array(_ item: (inout JSONScanner) throws -> Void) throws {
        try begin(UInt8(ascii: "["), "an array is expected here")
        var hasComma = false
        while !takes(UInt8(ascii: "]")) {
            try item(&self)
            hasComma = takes(UInt8(ascii: ","))
            guard hasComma || isNext(UInt8(ascii: "]")) else {
                throw try refusal("a comma or the end of an array is missing")
            }
        }
        if hasComma { try slip("unexpected comma before a closing bracket", at: offset - 1) }
        depth -= 1
    }

    /// Reads a string that contains neither U+0000 nor a lone surrogate.
    public mutating func string() throws -> String { try text(of: try token()) }

    /// Reads a string without decoding it.
    public mutating func token() throws -> Token {
        guard peek() == .string else { throw try refusal("a text is expected here") }
        var position = offset + 1
        var (length, isPlain, hasLoneSurrogate) = (0, true, false)
        var quote = ByteSearch.first(UInt8(ascii: "\""), in: bytes, from: position)
        while true {
            let limit = quote ?? bytes.count
            let backslash = ByteSearch.first(UInt8(ascii: "\\"), in: bytes, from: position, to: limit)
            let pieceEnd = backslash ?? limit
            try refuseControls(in: position..<pieceEnd)
            length += pieceEnd - position
            guard let backslash else {
                guard let quote else {
                    throw Problem(
                        reason: "the closing quotation mark of a text is missing",
                        offset: bytes.count,
                        isEnd: true
                    )
                }
                defer { offset = quote + 1 }
                return Token(
                    range: offset..<quote + 1,
                    length: length,
                    hasLoneSurrogate: hasLoneSurrogate,
                    isPlain: isPlain
                )
            }
            isPlain = false
            let escape = try escape(at: backslash)
            if let scalar = escape.scalar { length += UTF8.width(scalar) } else { hasLoneSurrogate = true }
            position = escape.end
            if let found = quote, found < position {
                quote = ByteSearch.first(UInt8(ascii: "\""), in: bytes, from: position)
            }
        }
    }

    /// Reads an integer of at most 18 digits.
    public mutating func integer() throws -> Int {
        guard peek() == .number else { throw try refusal("a whole number is expected here") }
        let word = word
        let digits = bytes[word].drop { $0 == UInt8(ascii: "-") }
        // Rejects `007`, `1.5`, `1e9` and numbers with more than 18 digits.
        guard let first = digits.first, digits.count <= 18, digits.count > word.count - 2,
            first != UInt8(ascii: "0") || digits.count == 1,
            let number = Int(String(decoding: bytes[word], as: UTF8.self))
        else { throw problem("a whole number is expected here") }
        offset = word.upperBound
        return number
    }

    /// Reads `true`, `false` or `null`; returns `nil` for `null`.
    public mutating func literal() throws -> Bool? {
        guard let value = Self.literals.first(where: { ByteSearch.holds($0.word, at: offset, of: bytes) }),
            value.word.utf8CodeUnitCount == word.count
        else { throw try refusal("true, false or null is expected here") }
        offset += value.word.utf8CodeUnitCount
        return value.value
    }

    private static let literals: [(word: StaticString, value: Bool?)] = [
        ("true", true), ("false", false), ("null", nil),
    ]

    /// Reads a string or `null`; returns `nil` for `null`.
    public mutating func stringOrNull() throws -> String? {
        guard peek() == .null else { return try string() }
        _ = try literal()
        return nil
    }

    /// Skips a value of any kind.
    public mutating func skip() throws {
        switch peek() {
        case .object: try members { scanner, _ in try scanner.skip() }
        case .array: try array { scanner in try scanner.skip() }
        case .string:
            let token = try token()
            if !isLenient { _ = try text(of: token) }
        case .number: offset = word.upperBound
        case .yes, .no, .null: _ = try literal()
        case .nothing:
            let name = offset < bytes.count ? " before “\(Unicode.Scalar(bytes[offset]))”" : ""
            throw try refusal("a value is missing\(name)")
        }
    }

    /// Reads a fixed sequence of tokens with any white space between them: a fast path for frequent structures.
    ///
    /// - Parameter pieces: Punctuation, and strings and literals without escapes, in order; braces and brackets must be
    ///   balanced.
    /// - Returns: `false` if the text differs; in that case, nothing is read.
    public mutating func takes(_ pieces: [StaticString]) -> Bool {
        let start = offset
        for piece in pieces {
            passSpace()
            guard ByteSearch.holds(piece, at: offset, of: bytes) else {
                offset = start
                return false
            }
            offset += piece.utf8CodeUnitCount
        }
        return true
    }

    /// Checks that only white space is left; the reason is a clause for the error.
    public mutating func end(_ reason: String = "unexpected content after the end") throws {
        guard !isAtEnd else { return }
        throw try refusal(reason)
    }

    /// Whether only white space is left.
    public var isAtEnd: Bool {
        mutating get {
            passSpace()
            return offset == bytes.count
        }
    }

    // MARK: Strings

    /// Returns the content of a string; `nil` if it contains a lone surrogate.
    public func content(of token: Token) -> String? {
        token.hasLoneSurrogate ? nil : withContent(of: token) { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether a string's content equals a text; `false` for a string with a lone surrogate.
    public func matches(_ expected: StaticString, _ token: Token) -> Bool {
        token.length == expected.utf8CodeUnitCount && !token.hasLoneSurrogate
            && withContent(of: token) { ByteSearch.holds(expected, at: 0, of: $0) }
    }

    /// Passes the content of a string to a closure as UTF-8, without lone surrogates; the buffer is valid only during
    /// the call.
    public func withContent<Result>(of token: Token, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var position = token.range.lowerBound + 1
        let end = token.range.upperBound - 1
        if token.isPlain { return body(UnsafeRawBufferPointer(rebasing: bytes[position..<end])) }
        var content: [UInt8] = []
        content.reserveCapacity(token.length)
        while let backslash = ByteSearch.first(UInt8(ascii: "\\"), in: bytes, from: position, to: end),
            let escape = try? escape(at: backslash)
        {
            content.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[position..<backslash]))
            if let scalar = escape.scalar { content.append(contentsOf: String(scalar).utf8) }
            position = escape.end
        }
        content.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
        return content.withUnsafeBytes(body)
    }

    private func text(of token: Token) throws -> String {
        guard let text = content(of: token) else {
            throw Problem(reason: "a text contains half of a surrogate pair", offset: token.range.lowerBound)
        }
        if !token.isPlain, text.utf8.contains(0) {
            throw Problem(reason: "a text contains U+0000", offset: token.range.lowerBound)
        }
        return text
    }

    /// Decodes the escape at a backslash; returns its scalar (`nil` for a lone surrogate) and its end.
    private func escape(at start: Int) throws(Problem) -> (scalar: Unicode.Scalar?, end: Int) {
        guard start + 1 < bytes.count else { throw Self.endInEscape(start) }
        switch bytes[start + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return (Unicode.Scalar(bytes[start + 1]), start + 2)
        case UInt8(ascii: "b"): return ("\u{8}", start + 2)
        case UInt8(ascii: "f"): return ("\u{C}", start + 2)
        case UInt8(ascii: "n"): return ("\n", start + 2)
        case UInt8(ascii: "r"): return ("\r", start + 2)
        case UInt8(ascii: "t"): return ("\t", start + 2)
        case UInt8(ascii: "u"):
            guard let high = hexadecimal(at: start + 2) else {
                let digits = bytes[(start + 2)...].prefix(4)
                let isCutOff = digits.endIndex == bytes.count && digits.allSatisfy { Self.digit($0) != nil }
                throw isCutOff ? Self.endInEscape(start) : Self.malformedEscape(start)
            }
            if let scalar = Unicode.Scalar(high) { return (scalar, start + 6) }
            guard high < 0xDC00, ByteSearch.holds("\\u", at: start + 6, of: bytes),
                let low = hexadecimal(at: start + 8), 0xDC00...0xDFFF ~= low
            else { return (nil, start + 6) }
            return (Unicode.Scalar(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)), start + 12)
        default: throw Self.malformedEscape(start)
        }
    }

    private static func endInEscape(_ start: Int) -> Problem {
        Problem(reason: "the text ends inside an escape", offset: start, isEnd: true)
    }

    private static func malformedEscape(_ start: Int) -> Problem {
        Problem(reason: "this backslash does not begin a JSON escape", offset: start)
    }

    private func hexadecimal(at start: Int) -> UInt32? {
        guard start + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for offset in start..<start + 4 {
            guard let digit = Self.digit(bytes[offset]) else { return nil }
            value = value << 4 | digit
        }
        return value
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        default: nil
        }
    }

    // MARK: Problems

    /// Returns a problem at the current position; the reason is a clause without a full stop.
    public func problem(_ reason: String) -> Problem { Problem(reason: reason, offset: offset) }

    /// Returns the problem with the unexpected next token; for a lenient scanner, with a hint about content that JSON
    /// does not allow.
    private mutating func refusal(_ reason: String) throws -> Problem {
        passSpace()
        guard offset < bytes.count else { return Problem(reason: reason, offset: offset, isEnd: true) }
        let start = offset
        guard isLenient else { return problem(reason) }
        switch bytes[offset] {
        case UInt8(ascii: "\""): _ = try token()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "{"), UInt8(ascii: "}"),
            UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: ","):
            break
        case UInt8(ascii: "a")...UInt8(ascii: "z"):
            let word = word
            guard !Self.literals.contains(where: { "\($0.word)".utf8.elementsEqual(bytes[word]) }) else { break }
            offset = word.upperBound
            let text = String(decoding: bytes[word], as: UTF8.self)
            return Problem(reason: "\(text.quoted) is not in quotation marks", offset: start)
        default:
            let scalar = Self.scalar(in: bytes[offset...])
            let hint =
                switch scalar {
                case "<", ">", "=", "|": ", as an unresolved merge conflict leaves it"
                case "'", "“", "”", "„": "; JSON has straight double quotation marks only"
                case "/", "#": "; JSON has no comments"
                default: ", which JSON does not have in this place"
                }
            return Problem(reason: "\(Self.name(of: scalar)) is unexpected here\(hint)", offset: start)
        }
        return Problem(reason: reason, offset: start)
    }

    private mutating func slip(_ reason: String, at offset: Int) throws {
        let slip = Problem(reason: reason, offset: offset)
        guard isLenient else { throw slip }
        slips.append(slip)
    }

    private func refuseControls(in range: Range<Int>) throws {
        let piece = UnsafeRawBufferPointer(rebasing: bytes[range])
        var lowest = UInt8.max
        for byte in piece { lowest = min(lowest, byte) }
        guard lowest < 0x20, let index = piece.firstIndex(where: { $0 < 0x20 }) else { return }
        throw Problem(
            reason: piece[index] == 0x0A || piece[index] == 0x0D
                ? "the line ends inside a text; its closing quotation mark is missing, or a line break should be \\n"
                : "\(Self.name(of: Self.scalar(in: piece[index...]))) must be escaped in a JSON text",
            offset: range.lowerBound + index
        )
    }

    private static func scalar(in bytes: Slice<UnsafeRawBufferPointer>) -> Unicode.Scalar {
        String(decoding: bytes.prefix(4), as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
    }

    /// Returns a character in quotation marks, or its code point if it is invisible.
    private static func name(of scalar: Unicode.Scalar) -> String {
        scalar.isPlain && !scalar.properties.isWhitespace ? "“\(scalar)”" : scalar.codePoint
    }

    /// Removes and returns the comma problems recorded since the last call; see ``init(validUTF8:)``.
    public mutating func takeSlips() -> [Problem] {
        defer { if !slips.isEmpty { slips = [] } }
        return slips
    }

    // MARK: Moving

    private mutating func begin(_ mark: UInt8, _ message: String) throws {
        passSpace()
        guard isNext(mark) else { throw try refusal(message) }
        guard depth < Self.depthLimit else {
            throw problem("braces and brackets are nested more than \(Self.depthLimit) deep")
        }
        depth += 1
        offset += 1
    }

    private mutating func name() throws -> Token {
        guard peek() == .string else { throw try refusal("a name in quotation marks is missing") }
        let name = try token()
        guard takes(UInt8(ascii: ":")) else { throw try refusal("a colon is missing after a name") }
        return name
    }

    /// Skips white space and reads a mark; returns `false` if something else follows.
    private mutating func takes(_ mark: UInt8) -> Bool {
        passSpace()
        guard isNext(mark) else { return false }
        offset += 1
        return true
    }

    private func isNext(_ mark: UInt8) -> Bool { offset < bytes.count && bytes[offset] == mark }

    private mutating func passSpace() {
        // Indentation can make up a third of a file, so eight spaces are skipped at a time.
        while offset &+ 8 <= bytes.count,
            bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) == 0x2020_2020_2020_2020
        { offset &+= 8 }
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset &+= 1
            default: return
            }
        }
    }

    /// The range of the number or word at the current position.
    private var word: Range<Int> {
        var end = offset
        while end < bytes.count, end - offset < 64 {
            switch bytes[end] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                end += 1
            default: return offset..<end
            }
        }
        return offset..<end
    }
}
