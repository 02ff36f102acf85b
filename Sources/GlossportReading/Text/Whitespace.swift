extension String {
    /// The text without leading and trailing white space, NBSPs and byte order marks.
    public var trimmingWhitespace: String {
        if let first = utf8.first, let last = utf8.last, (0x21...0x7E).contains(first), (0x21...0x7E).contains(last) {
            return self
        }
        let scalars = unicodeScalars
        func isOuter(_ scalar: UnicodeScalar) -> Bool { scalar.properties.isWhitespace || scalar == "\u{FEFF}" }
        guard let start = scalars.firstIndex(where: { !isOuter($0) }),
            let last = scalars.lastIndex(where: { !isOuter($0) })
        else { return "" }
        return String(scalars[start...last])
    }
}
