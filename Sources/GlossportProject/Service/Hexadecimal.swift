extension Sequence<UInt8> {
    /// The bytes as lower-case hexadecimal digits, two per byte.
    package var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

extension [UInt8] {
    /// - Parameter digits: Two hexadecimal digits per byte; the result is `nil` for anything else.
    package init?(hexadecimal digits: some StringProtocol) {
        self = []
        reserveCapacity(digits.utf8.count / 2)
        var first: UInt8?
        for digit in digits.utf8 {
            guard let value = Character(UnicodeScalar(digit)).hexDigitValue.map(UInt8.init) else { return nil }
            if let high = first { append(high << 4 | value) }
            first = first == nil ? value : nil
        }
        guard first == nil else { return nil }
    }
}
