import GlossportReading

/// One backslash escape, interpreted as in Foundation.
struct EscapeSequence {
    /// The character that the escape represents; `nil` for a lone surrogate.
    var scalar: Unicode.Scalar?
    /// The length in bytes, including the backslash.
    var length: Int
    /// The reason why the escape is probably a mistake.
    var doubt: Doubt?

    /// A valid escape that is rarely intended.
    struct Doubt: Hashable {
        var written: String
        var means: String
        /// The correct notation for the probable intention.
        var instead: String?
    }

    /// Parses the escape at a backslash; bytes after the end are read as zeros.
    init(_ bytes: UnsafeRawBufferPointer, at start: Int) {
        let text = Bytes(bytes: bytes, start: start)
        switch text[1] {
        case UInt8(ascii: "\""): self.init(scalar: "\"", length: 2)
        case UInt8(ascii: "\\"): self.init(scalar: "\\", length: 2)
        case UInt8(ascii: "a"): self.init(scalar: "\u{7}", length: 2)
        case UInt8(ascii: "b"): self.init(scalar: "\u{8}", length: 2)
        case UInt8(ascii: "f"): self.init(scalar: "\u{C}", length: 2)
        case UInt8(ascii: "n"): self.init(scalar: "\n", length: 2)
        case UInt8(ascii: "r"): self.init(scalar: "\r", length: 2)
        case UInt8(ascii: "t"): self.init(scalar: "\t", length: 2)
        case UInt8(ascii: "v"): self.init(scalar: "\u{B}", length: 2)
        case UInt8(ascii: "0")...UInt8(ascii: "7"): self = Self.octal(text)
        case UInt8(ascii: "U"): self = Self.utf16(text)
        default: self = Self.other(text)
        }
    }

    private init(scalar: Unicode.Scalar?, length: Int, doubt: Doubt? = nil) {
        self.scalar = scalar
        self.length = length
        self.doubt = doubt
    }

    /// The bytes from a backslash on.
    private struct Bytes {
        var bytes: UnsafeRawBufferPointer
        var start: Int

        subscript(index: Int) -> UInt8 { start + index < bytes.count ? bytes[start + index] : 0 }

        func text(_ range: Range<Int>) -> String { String(decoding: range.map { self[$0] }, as: UTF8.self) }
    }

    /// Parses up to three octal digits; only the lowest eight bits are used.
    private static func octal(_ bytes: Bytes) -> EscapeSequence {
        var value: UInt16 = 0
        var length = 1
        while length < 4, UInt8(ascii: "0")...UInt8(ascii: "7") ~= bytes[length] {
            value = value << 3 | UInt16(bytes[length] - UInt8(ascii: "0"))
            length += 1
        }
        let byte = UInt8(truncatingIfNeeded: value)
        let scalar = NextStepEncoding.scalar(byte)
        let doubt = byte < 0x80 ? nil : Doubt(written: bytes.text(0..<length), means: "“\(scalar)”")
        return EscapeSequence(scalar: scalar, length: length, doubt: doubt)
    }

    /// Parses `\U` with up to four hexadecimal digits: a UTF-16 unit, or with a second escape a surrogate pair.
    private static func utf16(_ bytes: Bytes) -> EscapeSequence {
        let (high, length) = hexadecimal(bytes, at: 2)
        guard 0xD800...0xDBFF ~= high else {
            let scalar = Unicode.Scalar(high)
            let tooFew = length < 6
            // Other languages write 😀 as `\U1F600` or `\U0001F600`.
            let tooMany = (high < 0x20 || 0x1F00...0x1FFF ~= high) && digit(bytes[length]) != nil
            guard tooFew || tooMany, let scalar else { return EscapeSequence(scalar: scalar, length: length) }
            let written = bytes.text(0..<(tooMany ? length + 1 : length))
            let means = scalar.codePoint + (tooMany ? " and what follows it" : "")
            return EscapeSequence(scalar: scalar, length: length, doubt: Doubt(written: written, means: means))
        }
        guard bytes[length] == UInt8(ascii: "\\"), bytes[length + 1] == UInt8(ascii: "U"),
            case (let low, let end) = hexadecimal(bytes, at: length + 2), 0xDC00...0xDFFF ~= low
        else { return EscapeSequence(scalar: nil, length: length) }
        let value = 0x10000 + (UInt32(high - 0xD800) << 10) + UInt32(low - 0xDC00)
        return EscapeSequence(scalar: Unicode.Scalar(value), length: end)
    }

    /// Any other character represents itself, so `\u00e9` yields “u00e9”.
    private static func other(_ bytes: Bytes) -> EscapeSequence {
        var end = 2
        while bytes[end] & 0xC0 == 0x80, bytes[1] >= 0xC0 { end += 1 }
        let character = bytes.text(1..<end)
        let scalar = character.unicodeScalars.first ?? "\u{FFFD}"
        let isWord = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        guard isWord else { return EscapeSequence(scalar: scalar, length: end) }
        var doubt = Doubt(written: "\\\(character)", means: "“\(character)”")
        // Do not consume the digits, which are part of the text.
        if scalar == "u", hexadecimal(bytes, at: 2).end == 6 {
            let digits = bytes.text(2..<6)
            doubt = Doubt(written: "\\u\(digits)", means: "“u\(digits)”", instead: "\\U\(digits)")
        }
        return EscapeSequence(scalar: scalar, length: end, doubt: doubt)
    }

    /// Returns the value of up to four digits, and the offset after them.
    private static func hexadecimal(_ bytes: Bytes, at start: Int) -> (value: UInt16, end: Int) {
        var value: UInt16 = 0
        var end = start
        while end < start + 4, let digit = digit(bytes[end]) {
            value = value << 4 | digit
            end += 1
        }
        return (value, end)
    }

    private static func digit(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
        default: nil
        }
    }
}

/// The character set of the NeXT computer, which octal escapes in .strings files still use.
///
/// For example, `\351` is Ø, not é. The table was derived from Foundation's results for each escape; as in Foundation,
/// the two unassigned bytes map to U+0000.
enum NextStepEncoding {
    static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard byte >= 0x80 else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(upperHalf[Int(byte - 0x80)]) ?? "\u{0}"
    }

    private static let upperHalf: [UInt16] = [
        0x00A0, 0x00C0, 0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C7,
        0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC, 0x00CD, 0x00CE, 0x00CF,
        0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D9,
        0x00DA, 0x00DB, 0x00DC, 0x00DD, 0x00DE, 0x00B5, 0x00D7, 0x00F7,
        0x00A9, 0x00A1, 0x00A2, 0x00A3, 0x2044, 0x00A5, 0x0192, 0x00A7,
        0x00A4, 0x2019, 0x201C, 0x00AB, 0x2039, 0x203A, 0xFB01, 0xFB02,
        0x00AE, 0x2013, 0x2020, 0x2021, 0x00B7, 0x00A6, 0x00B6, 0x2022,
        0x201A, 0x201E, 0x201D, 0x00BB, 0x2026, 0x2030, 0x00AC, 0x00BF,
        0x00B9, 0x02CB, 0x00B4, 0x02C6, 0x02DC, 0x00AF, 0x02D8, 0x02D9,
        0x00A8, 0x00B2, 0x02DA, 0x00B8, 0x00B3, 0x02DD, 0x02DB, 0x02C7,
        0x2014, 0x00B1, 0x00BC, 0x00BD, 0x00BE, 0x00E0, 0x00E1, 0x00E2,
        0x00E3, 0x00E4, 0x00E5, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB,
        0x00EC, 0x00C6, 0x00ED, 0x00AA, 0x00EE, 0x00EF, 0x00F0, 0x00F1,
        0x0141, 0x00D8, 0x0152, 0x00BA, 0x00F2, 0x00F3, 0x00F4, 0x00F5,
        0x00F6, 0x00E6, 0x00F9, 0x00FA, 0x00FB, 0x0131, 0x00FC, 0x00FD,
        0x0142, 0x00F8, 0x0153, 0x00DF, 0x00FE, 0x00FF, 0x0000, 0x0000,
    ]
}
