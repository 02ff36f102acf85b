/// An escape sequence with C's syntax, which represents one byte.
struct POEscape {
    let byte: UInt8
    /// The offset after the sequence.
    let end: Int

    private static let simple: [UInt8: UInt8] = [
        UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A,
        UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "v"): 0x0B, UInt8(ascii: "\""): 0x22,
        UInt8(ascii: "\\"): 0x5C,
    ]

    /// Parses the sequence at a backslash; `nil` if it is invalid.
    init?(_ content: UnsafeRawBufferPointer, at backslash: Int) {
        let start = backslash + 1
        guard start < content.count else { return nil }
        if let byte = Self.simple[content[start]] {
            (self.byte, end) = (byte, start + 1)
            return
        }
        let digits = Self.digits(content, from: start)
        guard !digits.isEmpty, let byte = UInt8(Self.text(content[digits]), radix: digits.lowerBound == start ? 8 : 16)
        else { return nil }
        (self.byte, end) = (byte, digits.upperBound)
    }

    /// Returns the characters of an invalid escape sequence, for a finding.
    static func written(_ content: UnsafeRawBufferPointer, at backslash: Int) -> String {
        let digits = digits(content, from: backslash + 1)
        if !digits.isEmpty { return text(content[backslash..<digits.upperBound]) }
        return String(text(content[backslash...].prefix(5)).unicodeScalars.prefix(2))
    }

    /// Returns the range of up to three octal digits, or of any number of hexadecimal digits after an x.
    private static func digits(_ content: UnsafeRawBufferPointer, from start: Int) -> Range<Int> {
        let isHexadecimal = start < content.count && content[start] == UInt8(ascii: "x")
        let first = isHexadecimal ? start + 1 : start
        let digits = content[first...].prefix(isHexadecimal ? Int.max : 3).prefix {
            switch $0 {
            case UInt8(ascii: "0")...UInt8(ascii: "7"): true
            case UInt8(ascii: "8"), UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
                UInt8(ascii: "a")...UInt8(ascii: "f"):
                isHexadecimal
            default: false
            }
        }
        return first..<first + digits.count
    }

    private static func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
