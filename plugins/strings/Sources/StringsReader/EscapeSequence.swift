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

    /// Reads the escape at the start of `bytes`, whose first byte is the backslash.
    ///
    /// - Returns: `nil` where more bytes are needed to tell.
    static func read(_ bytes: UnsafeRawBufferPointer) -> EscapeSequence? {
        guard bytes.count >= 2 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "\""): return EscapeSequence(scalar: "\"", length: 2)
        case UInt8(ascii: "\\"): return EscapeSequence(scalar: "\\", length: 2)
        case UInt8(ascii: "a"): return EscapeSequence(scalar: "\u{7}", length: 2)
        case UInt8(ascii: "b"): return EscapeSequence(scalar: "\u{8}", length: 2)
        case UInt8(ascii: "f"): return EscapeSequence(scalar: "\u{C}", length: 2)
        case UInt8(ascii: "n"): return EscapeSequence(scalar: "\n", length: 2)
        case UInt8(ascii: "r"): return EscapeSequence(scalar: "\r", length: 2)
        case UInt8(ascii: "t"): return EscapeSequence(scalar: "\t", length: 2)
        case UInt8(ascii: "v"): return EscapeSequence(scalar: "\u{B}", length: 2)
        case UInt8(ascii: "0")...UInt8(ascii: "7"): return octal(bytes)
        case UInt8(ascii: "U"): return utf16(bytes)
        default: return other(bytes)
        }
    }

    /// Up to three octal digits, of which the lowest eight bits count.
    private static func octal(_ bytes: UnsafeRawBufferPointer) -> EscapeSequence? {
        var value: UInt16 = 0
        var length = 1
        while length < 4 {
            guard length < bytes.count else { return nil }
            guard case UInt8(ascii: "0")...UInt8(ascii: "7") = bytes[length] else { break }
            value = value << 3 | UInt16(bytes[length] - UInt8(ascii: "0"))
            length += 1
        }
        let byte = UInt8(truncatingIfNeeded: value)
        let scalar = NextStepEncoding.scalar(byte)
        let doubt = byte < 0x80 ? nil : Doubt(written: text(bytes, length), means: "“\(scalar)”")
        return EscapeSequence(scalar: scalar, length: length, doubt: doubt)
    }

    /// `\U` with up to four hexadecimal digits: a UTF-16 unit, or with a second one a surrogate pair.
    private static func utf16(_ bytes: UnsafeRawBufferPointer) -> EscapeSequence? {
        guard let (high, length) = hexadecimal(bytes, at: 2) else { return nil }
        guard 0xD800...0xDBFF ~= high else {
            guard length < bytes.count else { return nil }
            let scalar = Unicode.Scalar(high)
            let tooFew = length < 6
            // `\U1F600` and `\U0001F600` are how other languages write 😀.
            let tooMany = (high < 0x20 || 0x1F00...0x1FFF ~= high) && digit(bytes[length]) != nil
            guard tooFew || tooMany, let scalar else { return EscapeSequence(scalar: scalar, length: length) }
            let written = text(bytes, tooMany ? length + 1 : length)
            let means = "U+\(hexadecimal(scalar))" + (tooMany ? " and what follows it" : "")
            return EscapeSequence(scalar: scalar, length: length, doubt: Doubt(written: written, means: means))
        }
        guard length < bytes.count else { return nil }
        guard bytes[length] == UInt8(ascii: "\\") else { return EscapeSequence(scalar: nil, length: length) }
        guard length + 1 < bytes.count else { return nil }
        guard bytes[length + 1] == UInt8(ascii: "U") else { return EscapeSequence(scalar: nil, length: length) }
        guard let (low, end) = hexadecimal(bytes, at: length + 2) else { return nil }
        guard 0xDC00...0xDFFF ~= low else { return EscapeSequence(scalar: nil, length: length) }
        let value = 0x10000 + (UInt32(high - 0xD800) << 10) + UInt32(low - 0xDC00)
        return EscapeSequence(scalar: Unicode.Scalar(value), length: end)
    }

    /// Any other character stands for itself, so `\u00e9` is “u00e9”.
    private static func other(_ bytes: UnsafeRawBufferPointer) -> EscapeSequence? {
        var end = 2
        while end < bytes.count, bytes[end] & 0xC0 == 0x80, bytes[1] >= 0xC0 { end += 1 }
        let character = String(decoding: bytes[1..<end], as: UTF8.self)
        guard let scalar = character.unicodeScalars.first else { return nil }
        let isWord = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        guard isWord else { return EscapeSequence(scalar: scalar, length: end) }
        if scalar == "u" {
            // The digits are only looked at: they are text and stay where they are.
            guard let (_, digitsEnd) = hexadecimal(bytes, at: 2) else { return nil }
            if digitsEnd == 6 {
                let digits = String(decoding: bytes[2..<6], as: UTF8.self)
                let doubt = Doubt(written: "\\u\(digits)", means: "“u\(digits)”", instead: "\\U\(digits)")
                return EscapeSequence(scalar: scalar, length: end, doubt: doubt)
            }
        }
        let doubt = Doubt(written: "\\\(character)", means: "“\(character)”")
        return EscapeSequence(scalar: scalar, length: end, doubt: doubt)
    }

    /// The value of up to four digits and the offset after them; `nil` where more bytes are needed to tell.
    private static func hexadecimal(_ bytes: UnsafeRawBufferPointer, at start: Int) -> (UInt16, end: Int)? {
        var value: UInt16 = 0
        var end = start
        while end < start + 4 {
            guard end < bytes.count else { return nil }
            guard let digit = digit(bytes[end]) else { break }
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

    private static func text(_ bytes: UnsafeRawBufferPointer, _ length: Int) -> String {
        String(decoding: bytes[..<length], as: UTF8.self)
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
