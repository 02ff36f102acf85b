import ArgumentParser

/// A duration as people write it: `90s`, `15m`, `1h30m`, `2d`.
struct DurationArgument: CustomStringConvertible {
    var duration: Duration

    private static let units: [(name: Character, seconds: Int)] = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)]

    init(_ duration: Duration) { self.duration = duration }

    /// Throws a sentence that says how durations are written.
    init(_ argument: String) throws {
        var seconds = 0
        var digits = ""
        var rest = Self.units[...]
        for character in argument {
            if ("0"..."9").contains(character) {
                digits.append(character)
            } else {
                // From the largest unit to the smallest, each once.
                guard let index = rest.firstIndex(where: { $0.name == character }), digits.count <= 6,
                    let number = Int(digits)
                else { throw Self.howToWrite }
                seconds += number * rest[index].seconds
                rest = rest[(index + 1)...]
                digits = ""
            }
        }
        guard digits.isEmpty, rest.count < Self.units.count else { throw Self.howToWrite }
        duration = .seconds(seconds)
    }

    private static var howToWrite: ValidationError {
        ValidationError("Write a duration such as 90s, 15m, 2h, 1h30m or 2d.")
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
    /// `nil` is for ever.
    var limit: Duration?

    init(_ limit: Duration?) { self.limit = limit }

    /// Throws a sentence that says how durations are written.
    init(_ argument: String) throws {
        limit = argument == "forever" ? nil : try DurationArgument(argument).duration
    }

    var description: String { limit.map { DurationArgument($0).description } ?? "forever" }
}
