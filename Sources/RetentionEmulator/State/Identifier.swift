/// The UUID of a message, an image or a performance test, compared as 16 bytes and written in lower case.
///
/// Clients may use either case; the service always answers in lower case.
package struct Identifier: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// Parses the 36-character form, in any letter case.
    package init?(_ text: some StringProtocol) {
        var value: (high: UInt64, low: UInt64) = (0, 0)
        var digits = 0
        var position = 0
        for byte in text.utf8 {
            defer { position += 1 }
            if position == 8 || position == 13 || position == 18 || position == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let nibble = hexadecimalValue(of: byte) else { return nil }
            if digits < 16 { value.high = value.high << 4 | nibble } else { value.low = value.low << 4 | nibble }
            digits += 1
        }
        guard position == 36, digits == 32 else { return nil }
        (high, low) = value
    }

    /// The identifier of an object that the service creates; equal for the same seed and number.
    init(drawnFrom seed: UInt64, _ number: Int) {
        let place = UInt64(number)
        // A UUID of version 4.
        high = SeededChoice(seed: seed, place, 1).bits & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        low = SeededChoice(seed: seed, place, 2).bits & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    }

    /// The 36-character form in lower case.
    package var description: String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            var position = 0
            for digit in 0..<32 {
                if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                    buffer[position] = UInt8(ascii: "-")
                    position += 1
                }
                let half = digit < 16 ? high : low
                let nibble = UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * (digit % 16))) & 0xF
                buffer[position] = nibble < 10 ? 0x30 + nibble : 0x57 + nibble
                position += 1
            }
            return 36
        }
    }

    /// 64 bits derived from the whole identifier, for seeded choices.
    package var mixed: UInt64 { high ^ (low &* 0x9E37_79B9_7F4A_7C15) }
}

private func hexadecimalValue(of byte: UInt8) -> UInt64? {
    switch byte {
    case 0x30...0x39: UInt64(byte - 0x30)
    case 0x41...0x46: UInt64(byte - 0x37)
    case 0x61...0x66: UInt64(byte - 0x57)
    default: nil
    }
}
