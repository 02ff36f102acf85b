import ArgumentParser
import GlossportProject

/// A duration as users write it: `90s`, `15m`, `1h30m`, `2d`.
struct DurationArgument: CustomStringConvertible {
    var duration: Duration

    private static let units: [(name: Character, seconds: Int)] = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)]

    init(_ duration: Duration) { self.duration = duration }

    /// Throws a `ValidationError` unless the argument is a duration.
    init(_ argument: String) throws {
        guard let duration = Duration(written: argument) else {
            throw ValidationError("Write a duration such as 90s, 15m, 2h, 1h30m or 2d.")
        }
        self.duration = duration
    }

    /// The duration in the syntax of the argument, such as `1h30m`; help shows defaults in this form.
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

/// The maximum time to wait: a duration or `forever`.
struct WaitArgument: CustomStringConvertible {
    /// `nil` means forever.
    var limit: Duration?

    init(_ limit: Duration?) { self.limit = limit }

    /// Throws a `ValidationError` unless the argument is a duration or `forever`.
    init(_ argument: String) throws {
        limit = argument == "forever" ? nil : try DurationArgument(argument).duration
    }

    var description: String { limit.map { DurationArgument($0).description } ?? "forever" }
}
