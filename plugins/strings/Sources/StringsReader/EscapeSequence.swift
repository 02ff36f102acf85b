import GlossportReading

/// One backslash escape, read as Foundation reads it.
struct EscapeSequence {
    /// What the escape stands for; `nil` for half of a surrogate pair without its other half.
    var scalar: Unicode.Scalar?
    /// How many bytes it takes, the backslash included.
    var length: Int
    /// Why the author probably meant something else, if so.
    var doubt: Doubt?

    /// A legal escape that hardly anybody writes on purpose.
    struct Doubt: Hashable {
        /// The escape as it stands in the file.
        var written: String
        /// What it is read as.
        var means: String
        /// How the .strings format writes what was probably meant.
        var instead: String?
    }

    /// Reads the escape at a backslash; behind the end of the bytes, zeros are read.
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

    /// Bytes from a backslash on.
    private struct Bytes {
        var bytes: UnsafeRawBufferPointer
        var start: Int

        subscript(index: Int) -> UInt8 { start + index < bytes.count ? bytes[start + index] : 0 }

        func text(_ range: Range<Int>) -> String { String(decoding: range.map { self[$0] }, as: UTF8.self) }
    }

    /// Up to three octal digits, of which the lowest eight bits count.
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

    /// `\U` with up to four hexadecimal digits: a UTF-16 unit, or with a second one a surrogate pair.
    private static func utf16(_ bytes: Bytes) -> EscapeSequence {
        let (high, length) = hexadecimal(bytes, at: 2)
        guard 0xD800...0xDBFF ~= high else {
            let scalar = Unicode.Scalar(high)
            let tooFew = length < 6
            // `\U1F600` and `\U0001F600` are how other languages write 😀.
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

    /// Any other character stands for itself, so `\u00e9` is “u00e9”.
    private static func other(_ bytes: Bytes) -> EscapeSequence {
        var end = 2
        while bytes[end] & 0xC0 == 0x80, bytes[1] >= 0xC0 { end += 1 }
        let character = bytes.text(1..<end)
        let scalar = character.unicodeScalars.first ?? "\u{FFFD}"
        let isWord = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        guard isWord else { return EscapeSequence(scalar: scalar, length: end) }
        var doubt = Doubt(written: "\\\(character)", means: "“\(character)”")
        // The digits are only looked at: they are text and stay where they are.
        if scalar == "u", hexadecimal(bytes, at: 2).end == 6 {
            let digits = bytes.text(2..<6)
            doubt = Doubt(written: "\\u\(digits)", means: "“u\(digits)”", instead: "\\U\(digits)")
        }
        return EscapeSequence(scalar: scalar, length: end, doubt: doubt)
    }

    /// The value of up to four digits and the offset after them.
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
