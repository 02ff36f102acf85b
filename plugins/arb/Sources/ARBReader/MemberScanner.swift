import GlossportReading

/// Reads JSON mark by mark, and goes on behind a string in which something is wrong.
struct MemberScanner {
    /// A string, and what is wrong with it.
    struct Text {
        /// The content; `nil` if it has a flaw.
        var text: String?
        var place: TextCursor.Place
        var flaw: Flaw?
    }

    /// The reason why a string can't be used.
    struct Flaw {
        var rule: RuleDescription
        /// The end of a sentence about the string.
        var text: String
        var remedy: String
        var place: TextCursor.Place
        /// Whether the string does not end on its line.
        var isOpen = false
    }

    private let text: UnsafeRawBufferPointer
    private var scanner: JSONScanner
    /// Where the scanner's text begins.
    private var base = 0
    private var cursor = TextCursor()

    /// Makes a scanner.
    ///
    /// - Parameter text: Valid UTF-8, which outlives the scanner.
    init(_ text: UnsafeRawBufferPointer) {
        self.text = text
        scanner = JSONScanner(validUTF8: text)
    }

    // MARK: Places

    /// How far the text has been read, in bytes.
    var offset: Int { base + scanner.offset }

    /// The place of the next byte.
    var place: TextCursor.Place { mutating get { place(at: offset) } }

    /// The place behind the last byte.
    var placeOfEnd: TextCursor.Place { mutating get { place(at: text.count) } }

    /// The place of an offset; offsets must not go back from one call to the next.
    mutating func place(at offset: Int) -> TextCursor.Place { cursor.advance(to: offset, in: text) }

    /// Whether a line ends between an offset and the next byte to read.
    func hasLineEnd(from start: Int) -> Bool { text[start..<offset].contains { $0 == 0x0A || $0 == 0x0D } }

    // MARK: Marks

    /// Whether nothing but white space is left.
    var isAtEnd: Bool { mutating get { scanner.isAtEnd } }

    /// Whether a mark comes next; white space before it is passed over.
    mutating func isNext(_ mark: Unicode.Scalar) -> Bool { !scanner.isAtEnd && text[offset] == UInt8(ascii: mark) }

    /// Takes a mark, and white space before it.
    mutating func takes(_ mark: StaticString) -> Bool { scanner.takes([mark]) }

    /// Makes sure that nothing but white space is left.
    ///
    /// - Parameter reason: A clause for what is left.
    /// - Throws: `JSONScanner.Problem`.
    mutating func end(_ reason: String) throws { try shifted { try $0.end(reason) } }

    /// The problem with what comes next.
    ///
    /// - Parameter reason: A clause for what is missing.
    /// - Returns: The problem that the file ends here.
    /// - Throws: `JSONScanner.Problem` if something else comes next.
    mutating func refusal(_ reason: String) throws -> JSONScanner.Problem {
        try end(reason)
        return JSONScanner.Problem(reason: reason, offset: text.count, isEnd: true)
    }

    /// A problem at the place that has been reached.
    func problem(_ reason: String) -> JSONScanner.Problem { shifted(scanner.problem(reason)) }

    /// Takes a number, a literal or whatever else is a value, and forgets it.
    mutating func skip() throws {
        let isNumber = scanner.peek() == .number
        let start = offset
        try shifted { try $0.skip() }
        // The scanner knows where a number ends, but not whether it is one.
        let word = String(decoding: text[start..<offset], as: UTF8.self)
        if !isNumber || word.wholeMatch(of: /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/) != nil { return }
        throw JSONScanner.Problem(reason: "\(word.quoted) is not a JSON value", offset: start)
    }

    private mutating func shifted<Result>(_ body: (inout JSONScanner) throws -> Result) throws -> Result {
        do {
            return try body(&scanner)
        } catch let problem as JSONScanner.Problem {
            throw shifted(problem)
        }
    }

    private func shifted(_ problem: JSONScanner.Problem) -> JSONScanner.Problem {
        JSONScanner.Problem(reason: problem.reason, offset: problem.offset + base, isEnd: problem.isEnd)
    }

    // MARK: Strings

    /// Takes a string.
    ///
    /// - Returns: The string with its flaw, if it has one.
    /// - Throws: `JSONScanner.Problem` if something else comes next, or the file ends in the string.
    mutating func string() throws -> Text {
        guard scanner.peek() == .string else { throw try refusal("a name in quotation marks is missing") }
        let start = offset
        let place = place(at: start)
        let token: JSONScanner.Token
        do {
            token = try shifted { try $0.token() }
        } catch let problem as JSONScanner.Problem {
            return Text(place: place, flaw: try passDamaged(from: start, place, problem))
        }
        var flaw = Flaw(rule: ARBRule.badCharacter, text: "", remedy: "", place: place)
        if token.length > ReaderLimits.textBytes {
            flaw.rule = ARBRule.tooLong
            flaw.text = "is longer than the \(ReaderLimits.textBytes) bytes that are read"
            flaw.remedy = "Check the text; a retention message has at most 150 characters."
        } else if let content = scanner.content(of: token) {
            guard content.utf8.contains(0) else { return Text(text: content, place: place) }
            flaw.text = "has the character U+0000"
            flaw.remedy = "Remove it."
        } else {
            flaw.text = "has an escape sequence \\u that is only one half of a character"
            flaw.remedy = "Write the character itself."
        }
        return Text(place: place, flaw: flaw)
    }

    /// Passes over a string with a wrong escape or a control character, and goes on behind it.
    private mutating func passDamaged(
        from start: Int,
        _ place: TextCursor.Place,
        _ problem: JSONScanner.Problem
    ) throws -> Flaw {
        var end = start + 1
        while end < text.count, text[end] != UInt8(ascii: "\""), text[end] != 0x0A, text[end] != 0x0D {
            let isEscape = text[end] == UInt8(ascii: "\\") && end + 1 < text.count && text[end + 1] >= 0x20
            end += isEscape ? 2 : 1
        }
        guard end < text.count else {
            throw JSONScanner.Problem(reason: problem.reason, offset: text.count, isEnd: true)
        }
        let isOpen = text[end] != UInt8(ascii: "\"")
        base = isOpen ? end : end + 1
        scanner = JSONScanner(validUTF8: UnsafeRawBufferPointer(rebasing: text[base...]))
        if isOpen {
            return Flaw(
                rule: ARBRule.noClosingQuote,
                text: "has no closing quotation mark on its line",
                remedy: "Close the quotation marks, and write a line break in a text as \\n.",
                place: place,
                isOpen: true
            )
        }
        let isEscape = text[problem.offset] == UInt8(ascii: "\\")
        return Flaw(
            rule: ARBRule.badEscape,
            text: isEscape
                ? "has \(escape(at: problem.offset).quoted), which is not an escape sequence"
                : "has a control character that is not escaped",
            remedy: isEscape
                ? "Write a backslash in a text as \\\\."
                : "Write a tab as \\t, and other control characters as \\u and four digits.",
            place: self.place(at: problem.offset)
        )
    }

    /// A backslash with the character behind it, or with a `u` and its digits.
    private func escape(at backslash: Int) -> String {
        let scalars = String(decoding: text[backslash...].prefix(8), as: UTF8.self).unicodeScalars
        let digits = scalars.dropFirst(2).prefix(4).prefix { $0.properties.isASCIIHexDigit }
        let isNumber = scalars.dropFirst().first == "u"
        return String(String.UnicodeScalarView(scalars.prefix(2 + (isNumber ? digits.count : 0))))
    }
}
