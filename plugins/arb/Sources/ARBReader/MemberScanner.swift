import GlossportReading

/// Parses JSON token by token, and resumes after a defective string.
struct MemberScanner {
    /// A string and its defect.
    struct Text {
        /// The content; `nil` if the string is defective.
        var text: String?
        var place: TextCursor.Place
        var flaw: Flaw?
    }

    /// The reason why a string cannot be used.
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
    private var base = 0
    private var cursor = TextCursor()

    /// Creates a scanner for valid UTF-8, which must outlive it.
    init(_ text: UnsafeRawBufferPointer) {
        self.text = text
        scanner = JSONScanner(validUTF8: text)
    }

    // MARK: Places

    var offset: Int { base + scanner.offset }

    var place: TextCursor.Place { mutating get { place(at: offset) } }

    var placeOfEnd: TextCursor.Place { mutating get { place(at: text.count) } }

    /// Returns the location of an offset; offsets must not decrease between calls.
    mutating func place(at offset: Int) -> TextCursor.Place { cursor.advance(to: offset, in: text) }

    /// Whether a line ends between an offset and the current position.
    func hasLineEnd(from start: Int) -> Bool { text[start..<offset].contains { $0 == 0x0A || $0 == 0x0D } }

    // MARK: Marks

    var isAtEnd: Bool { mutating get { scanner.isAtEnd } }

    /// Whether a mark comes next; skips white space before it.
    mutating func isNext(_ mark: Unicode.Scalar) -> Bool { !scanner.isAtEnd && text[offset] == UInt8(ascii: mark) }

    /// Skips white space and reads a mark; returns `false` if something else follows.
    mutating func takes(_ mark: StaticString) -> Bool { scanner.takes([mark]) }

    /// Checks that only white space is left; the reason is a clause for the error.
    mutating func end(_ reason: String) throws { try shifted { try $0.end(reason) } }

    /// Returns the problem if the text ends here; throws it if another token comes next.
    mutating func refusal(_ reason: String) throws -> JSONScanner.Problem {
        try end(reason)
        return JSONScanner.Problem(reason: reason, offset: text.count, isEnd: true)
    }

    func problem(_ reason: String) -> JSONScanner.Problem { shifted(scanner.problem(reason)) }

    /// Skips a value of any kind; throws if it is an invalid number.
    mutating func skip() throws {
        let isNumber = scanner.peek() == .number
        let start = offset
        try shifted { try $0.skip() }
        // The scanner finds the end of a number, but does not validate it.
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

    /// Reads a string; throws if there is none, or the file ends inside it.
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

    /// Skips a string that has an invalid escape, a control character or no closing quotation mark on its line, so that
    /// parsing can resume after it.
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

    /// Returns a backslash with the next character, or with `u` and its digits.
    private func escape(at backslash: Int) -> String {
        let scalars = String(decoding: text[backslash...].prefix(8), as: UTF8.self).unicodeScalars
        let digits = scalars.dropFirst(2).prefix(4).prefix { $0.properties.isASCIIHexDigit }
        let isNumber = scalars.dropFirst().first == "u"
        return String(String.UnicodeScalarView(scalars.prefix(2 + (isNumber ? digits.count : 0))))
    }
}
