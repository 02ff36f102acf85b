/// A point in time, in whole microseconds since 1970.
///
/// Times are integers, so that windows and pauses have exact limits that tests can check on either side.
package struct Moment: Hashable, Comparable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    package var microseconds: Int64

    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Milliseconds since 1970, rounded up so that a client waiting for it is never early.
    package var millisecondsRoundedUp: Int64 { (microseconds + 999) / 1000 }

    /// Seconds since 1970, rounded up.
    package var secondsRoundedUp: Int64 { (microseconds + 999_999) / 1_000_000 }

    package static func < (left: Moment, right: Moment) -> Bool { left.microseconds < right.microseconds }

    package static func + (moment: Moment, duration: Duration) -> Moment {
        Moment(microseconds: moment.microseconds + duration.wholeMicroseconds)
    }

    package static func - (moment: Moment, duration: Duration) -> Moment {
        Moment(microseconds: moment.microseconds - duration.wholeMicroseconds)
    }
}

extension Duration {
    /// The duration in microseconds, without fractions.
    package var wholeMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }

    /// Parses `250us`, `500ms`, `5s`, `2m` or `1h`; a decimal fraction is allowed.
    ///
    /// - Parameter text: A number followed by its unit.
    package init?(text: String) {
        let digits = text.prefix { $0.isNumber || $0 == "." }
        let unit: Double
        switch text.dropFirst(digits.count) {
        case "us": unit = 1
        case "ms": unit = 1_000
        case "s": unit = 1_000_000
        case "m": unit = 60_000_000
        case "h": unit = 3_600_000_000
        default: return nil
        }
        guard let value = Double(digits), value * unit < 1e15 else { return nil }
        self = .microseconds(Int64((value * unit).rounded()))
    }
}
