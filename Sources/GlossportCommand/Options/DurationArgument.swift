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
        let units: [Character: Int] = ["d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1_000]
        var rest = text[...]
        var milliseconds = 0
        var last = Int.max
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            rest = rest.dropFirst(digits.count)
            guard let unit = rest.popFirst().flatMap({ units[$0] }), unit < last,
                let value = Self.milliseconds(digits, of: unit)
            else { return nil }
            last = unit
            milliseconds += value
        }
        guard last < .max, milliseconds <= 10_000 * 86_400_000 else { return nil }
        self = .milliseconds(milliseconds)
    }

    /// A number of units, with at most three decimals.
    private static func milliseconds(_ digits: Substring, of unit: Int) -> Int? {
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts[0].count <= 9, let whole = Int(parts[0]) else { return nil }
        guard parts.count == 2 else { return whole * unit }
        guard (1...3).contains(parts[1].count), let fraction = Int(parts[1]) else { return nil }
        let scale = [10, 100, 1_000][parts[1].count - 1]
        return whole * unit + fraction * unit / scale
    }
}
