// Unicode's tables are used only beyond ASCII, because texts are scanned many times.
extension Unicode.Scalar {
    /// Whether the scalar is a letter or a vowel sign.
    var isAlphabetic: Bool {
        value < 0x80 ? (0x61...0x7A).contains(value | 0x20) : properties.isAlphabetic
    }

    var isUppercase: Bool { value < 0x80 ? (0x41...0x5A).contains(value) : properties.isUppercase }

    var isNumeric: Bool { value < 0x80 ? (0x30...0x39).contains(value) : properties.numericType != nil }

    var isDecimalDigit: Bool { value < 0x80 ? (0x30...0x39).contains(value) : properties.numericType == .decimal }
}
