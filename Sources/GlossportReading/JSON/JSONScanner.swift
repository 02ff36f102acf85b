/// Takes one JSON text apart from its front, as far as its caller knows what has to come.
///
/// For short documents that are whole in memory, such as a line of the reader protocol. Stricter than JSON in two ways: a text may hold
/// neither U+0000 nor half a surrogate pair.
package struct JSONScanner {
    /// Why the text is not what is expected.
    package struct Problem: Error, Equatable {
        /// A clause, such as `a text is expected here`.
        package var reason: String
        /// Where, in bytes from 0.
        package var offset: Int

        package init(reason: String, offset: Int) {
            self.reason = reason
            self.offset = offset
        }
    }

    private let bytes: UnsafeRawBufferPointer
    /// How far the text has been read, in bytes.
    package private(set) var offset = 0

    /// - Parameter bytes: The text, which outlives the scanner.
    /// - Throws: ``Problem`` if it is not UTF-8.
    package init(_ bytes: UnsafeRawBufferPointer) throws {
        let valid = bytes.validUTF8Prefix().length
        guard valid == bytes.count else { throw Problem(reason: "it is not UTF-8", offset: valid) }
        self.bytes = bytes
    }

    /// What the value that comes next is, by its first character.
    package enum Kind { case object, array, string, number, yes, no, null, nothing }

    /// Looks at what comes next without taking it.
    package mutating func peek() -> Kind {
        passSpace()
        guard offset < bytes.count else { return .nothing }
        switch bytes[offset] {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "t"): return .yes
        case UInt8(ascii: "f"): return .no
        case UInt8(ascii: "n"): return .null
        default: return .nothing
        }
    }

    /// Takes an object; `member` is called with each name and has to take the value.
    package mutating func object(_ member: (inout JSONScanner, _ name: String) throws -> Void) throws {
        try take(UInt8(ascii: "{"), "an object is expected here")
        guard !takes(UInt8(ascii: "}")) else { return }
        repeat {
            let name = try string()
            try take(UInt8(ascii: ":"), "a colon is missing after a name")
            try member(&self, name)
        } while takes(UInt8(ascii: ","))
        try take(UInt8(ascii: "}"), "a comma or the end of an object is missing")
    }

    /// Takes an array; `item` is called for each item and has to take it.
    package mutating func array(_ item: (inout JSONScanner) throws -> Void) throws {
        try take(UInt8(ascii: "["), "a list is expected here")
        guard !takes(UInt8(ascii: "]")) else { return }
        repeat { try item(&self) } while takes(UInt8(ascii: ","))
        try take(UInt8(ascii: "]"), "a comma or the end of a list is missing")
    }

    /// Takes a text.
    package mutating func string() throws -> String {
        try take(UInt8(ascii: "\""), "a text is expected here")
        let start = offset
        guard let quote = ByteSearch.first(UInt8(ascii: "\""), in: bytes, from: start) else {
            throw problem("the closing quotation mark of a text is missing")
        }
        let plain = UnsafeRawBufferPointer(rebasing: bytes[start..<quote])
        guard ByteSearch.first(UInt8(ascii: "\\"), in: plain, from: 0) != nil else {
            try refuseControls(in: plain, at: start)
            offset = quote + 1
            return String(decoding: plain, as: UTF8.self)
        }
        return try escapedString()
    }

    /// Takes a text of which it is known that it holds an escape.
    private mutating func escapedString() throws -> String {
        var text: [UInt8] = []
        while true {
            guard let quote = ByteSearch.first(UInt8(ascii: "\""), in: bytes, from: offset) else {
                throw problem("the closing quotation mark of a text is missing")
            }
            let backslash = ByteSearch.first(UInt8(ascii: "\\"), in: bytes, from: offset, to: quote)
            let piece = UnsafeRawBufferPointer(rebasing: bytes[offset..<(backslash ?? quote)])
            try refuseControls(in: piece, at: offset)
            text.append(contentsOf: piece)
            guard let backslash else {
                offset = quote + 1
                return String(decoding: text, as: UTF8.self)
            }
            offset = backslash
            switch JSONEscape.read(UnsafeRawBufferPointer(rebasing: bytes[backslash...])) {
            case .scalar("\0", _)?: throw problem("a text holds U+0000")
            case .scalar(let scalar, let length)?:
                text.append(contentsOf: String(scalar).utf8)
                offset += length
            case .half?: throw problem("a text holds half a surrogate pair")
            case .malformed?, nil: throw problem("a backslash begins no escape of JSON")
            }
        }
    }

    /// Takes a whole number that `Int` can hold.
    package mutating func integer() throws -> Int {
        guard peek() == .number else { throw problem("a whole number is expected here") }
        var end = offset
        let isNegative = bytes[end] == UInt8(ascii: "-")
        if isNegative { end += 1 }
        let first = end
        var value = 0
        while end < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[end], end - first < 18 {
            value = 10 * value + Int(bytes[end] - UInt8(ascii: "0"))
            end += 1
        }
        // `007`, `1.5`, `1e9` and what is beyond all counting are no numbers that anybody means.
        let hasZero = end - first > 1 && bytes[first] == UInt8(ascii: "0")
        guard end > first, !hasZero, end == bytes.count || !Self.isOfNumber(bytes[end]) else {
            throw problem("a whole number is expected here")
        }
        offset = end
        return isNegative ? -value : value
    }

    /// Takes `true`, `false` or `null`, which is `nil`.
    package mutating func literal() throws -> Bool? {
        for (word, value) in [("true", true), ("false", false), ("null", nil)] as [(StaticString, Bool?)]
        where ByteSearch.holds(word, at: offset, of: bytes) {
            offset += word.utf8CodeUnitCount
            return value
        }
        throw problem("true, false or null is expected here")
    }

    /// Takes a text or `null`.
    package mutating func stringOrNull() throws -> String? {
        guard peek() == .null else { return try string() }
        _ = try literal()
        return nil
    }

    /// Takes any value and forgets it.
    ///
    /// - Parameter depth: How deep it may be nested.
    /// - Throws: ``Problem``.
    package mutating func skip(depth: Int = 16) throws {
        guard depth > 0 else { throw problem("braces and brackets are nested too deep") }
        switch peek() {
        case .object: try object { scanner, _ in try scanner.skip(depth: depth - 1) }
        case .array: try array { scanner in try scanner.skip(depth: depth - 1) }
        case .string: _ = try string()
        case .number: while offset < bytes.count, Self.isOfNumber(bytes[offset]) { offset += 1 }
        case .yes, .no, .null: _ = try literal()
        case .nothing: throw problem("a value is missing here")
        }
    }

    /// Makes sure that nothing but white space is left.
    package mutating func end() throws {
        passSpace()
        guard offset == bytes.count else { throw problem("something follows the end") }
    }

    /// A problem at the place that has been reached.
    package func problem(_ reason: String) -> Problem { Problem(reason: reason, offset: offset) }

    private mutating func take(_ mark: UInt8, _ complaint: String) throws {
        guard takes(mark) else { throw problem(complaint) }
    }

    private mutating func takes(_ mark: UInt8) -> Bool {
        passSpace()
        guard offset < bytes.count, bytes[offset] == mark else { return false }
        offset += 1
        return true
    }

    private mutating func passSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    private func refuseControls(in piece: UnsafeRawBufferPointer, at start: Int) throws {
        var lowest = UInt8.max
        for byte in piece { lowest = min(lowest, byte) }
        guard lowest < 0x20 else { return }
        throw Problem(reason: "a control character stands in a text unescaped", offset: start)
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
