extension Duration {
    /// Parses a duration such as `90s`, `1h30m`, `1.5h` or `2d`.
    ///
    /// - Parameter text: Numbers with units, the largest unit first; at most ten thousand days in total.
    package init?(written text: String) {
        let units: [Substring: Int] = ["d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1_000]
        var rest = text[...]
        var milliseconds = 0
        var last = Int.max
        while let part = rest.prefixMatch(of: /([0-9]{1,9})(?:\.([0-9]{1,3}))?([dhms])/) {
            guard let unit = units[part.3], unit < last, let whole = Int(part.1) else { return nil }
            let thousandths = part.2.flatMap { Int(($0 + "00").prefix(3)) } ?? 0
            milliseconds += whole * unit + thousandths * unit / 1_000
            (rest, last) = (rest[part.range.upperBound...], unit)
        }
        guard rest.isEmpty, last < .max, milliseconds <= 10_000 * 86_400_000 else { return nil }
        self = .milliseconds(milliseconds)
    }
}
