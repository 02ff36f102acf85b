import ArgumentParser

/// A duration as people write it: `90s`, `15m`, `1h30m`, `2d`.
struct DurationArgument: CustomStringConvertible {
    var duration: Duration

    private static let units: [(name: Character, seconds: Int)] = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)]

    init(_ duration: Duration) { self.duration = duration }

    /// Throws a sentence that says how durations are written.
    init(_ argument: String) throws {
        guard let duration = Duration(written: argument) else {
            throw ValidationError("Write a duration such as 90s, 15m, 2h, 1h30m or 2d.")
        }
        self.duration = duration
    }

    /// As it is typed, which is how help shows a default.
    var description: String {
        var seconds = Int(duration.components.seconds)
        let parts = Self.units.compactMap { unit -> String? in
            let count = seconds / unit.seconds
            seconds %= unit.seconds
            return count > 0 ? "\(count)\(unit.name)" : nil
        }
        return parts.isEmpty ? "0s" : parts.joined()
    }
}

/// How long is waited for something: a duration, or `forever`.
struct WaitArgument: CustomStringConvertible {
    /// `nil` means forever.
    var limit: Duration?

    init(_ limit: Duration?) { self.limit = limit }

    /// Throws a sentence that says how durations are written.
    init(_ argument: String) throws {
        limit = argument == "forever" ? nil : try DurationArgument(argument).duration
    }

    var description: String { limit.map { DurationArgument($0).description } ?? "forever" }
}

extension Duration {
    /// A duration as people write it: numbers with their units, the largest unit first.
    ///
    /// - Parameter text: Such as `90s`, `1h30m`, `1.5h` or `2d`; `nil` for anything else, and for what is longer than ten thousand days.
    init?(written text: String) {
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
