/// One escape in a JSON string.
package enum JSONEscape {
    /// The character that it stands for, and how many bytes it takes.
    case scalar(Unicode.Scalar, length: Int)
    /// Half a surrogate pair whose other half is not there, and how many bytes it takes.
    case half(length: Int)
    /// No escape of JSON.
    case malformed

    /// Reads the escape at the start of `bytes`, whose first byte is the backslash.
    ///
    /// - Returns: `nil` where more bytes are needed to tell.
    package static func read(_ bytes: UnsafeRawBufferPointer) -> JSONEscape? {
        guard bytes.count >= 2 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return .scalar(Unicode.Scalar(bytes[1]), length: 2)
        case UInt8(ascii: "b"): return .scalar("\u{8}", length: 2)
        case UInt8(ascii: "f"): return .scalar("\u{C}", length: 2)
        case UInt8(ascii: "n"): return .scalar("\n", length: 2)
        case UInt8(ascii: "r"): return .scalar("\r", length: 2)
        case UInt8(ascii: "t"): return .scalar("\t", length: 2)
        case UInt8(ascii: "u"): return unicode(bytes)
        default: return .malformed
        }
    }

    private static func unicode(_ bytes: UnsafeRawBufferPointer) -> JSONEscape? {
        guard bytes.count >= 6 else { return malformedDigits(bytes, from: 2) }
        guard let high = unit(bytes, at: 2) else { return .malformed }
        if let scalar = Unicode.Scalar(high) { return .scalar(scalar, length: 6) }
        guard high < 0xDC00 else { return .half(length: 6) }
        guard bytes.count > 6 else { return nil }
        guard bytes[6] == UInt8(ascii: "\\") else { return .half(length: 6) }
        guard bytes.count > 7 else { return nil }
        guard bytes[7] == UInt8(ascii: "u") else { return .half(length: 6) }
        guard bytes.count >= 12 else { return malformedDigits(bytes, from: 8) }
        guard let low = unit(bytes, at: 8), 0xDC00...0xDFFF ~= low else { return .half(length: 6) }
        let value = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
        return Unicode.Scalar(value).map { .scalar($0, length: 12) } ?? .malformed
    }

    /// Of an escape that the window cuts off: whether it can still become one.
    private static func malformedDigits(_ bytes: UnsafeRawBufferPointer, from start: Int) -> JSONEscape? {
        bytes[start...].allSatisfy { digit($0) != nil } ? nil : start == 2 ? .malformed : .half(length: 6)
    }

    private static func unit(_ bytes: UnsafeRawBufferPointer, at start: Int) -> UInt32? {
        var value: UInt32 = 0
        for offset in start..<start + 4 {
            guard let digit = digit(bytes[offset]) else { return nil }
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
}
