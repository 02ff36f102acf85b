// Unicode's tables are asked only beyond ASCII: texts are looked through many times.
extension Unicode.Scalar {
    /// Whether it is a letter, or a vowel sign that belongs to one.
    var isAlphabetic: Bool {
        value < 0x80 ? (0x61...0x7A).contains(value | 0x20) : properties.isAlphabetic
    }

    /// Whether it is a capital letter.
    var isUppercase: Bool { value < 0x80 ? (0x41...0x5A).contains(value) : properties.isUppercase }

    /// Whether it is a number of any script.
    var isNumeric: Bool { value < 0x80 ? (0x30...0x39).contains(value) : properties.numericType != nil }

    /// Whether it is a digit of a decimal system, in whatever script.
    var isDecimalDigit: Bool { value < 0x80 ? (0x30...0x39).contains(value) : properties.numericType == .decimal }
}
