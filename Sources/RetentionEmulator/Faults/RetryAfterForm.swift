/// The form of `Retry-After` in a 429, valid or not.
package enum RetryAfterForm: String, CaseIterable, Sendable {
    /// Milliseconds since 1970: the documented form.
    case milliseconds = "ms"
    /// Seconds since 1970.
    case seconds = "s"
    /// Seconds from now, at least 1.
    case delta
    /// An HTTP date.
    case date
    /// Not a time.
    case junk
    case missing
    /// Milliseconds since 1970, an hour ago.
    case past
    /// Milliseconds since 1970, ten years ahead.
    case far

    /// The header's value.
    ///
    /// - Parameters:
    ///   - until: The first time when a request would be accepted.
    ///   - now: The arrival time of the refused request.
    /// - Returns: The value; `nil` for no header.
    package func headerValue(until: Moment, now: Moment) -> String? {
        switch self {
        case .milliseconds: String(until.millisecondsRoundedUp)
        case .seconds: String(until.secondsRoundedUp)
        case .delta: String(max(1, (until.microseconds - now.microseconds + 999_999) / 1_000_000))
        case .date: HTTPDate.text(seconds: until.secondsRoundedUp)
        case .junk: "soon, we hope"
        case .missing: nil
        case .past: String((now - .seconds(3600)).millisecondsRoundedUp)
        case .far: String((now + .seconds(10 * 365 * 86_400)).millisecondsRoundedUp)
        }
    }
}

/// Formats dates according to RFC 9110.
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// For example `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(seconds: Int64) -> String {
        let day = Int(seconds / 86_400)
        let clock = Int(seconds % 86_400)
        // Converts a day number to a date, with years that begin in March so that the leap day is last.
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = (monthFromMarch + 2) % 12
        let year = yearOfEra + era * 400 + (month < 2 ? 1 : 0)
        let time = [clock / 3600, clock / 60 % 60, clock % 60].map(twoDigits).joined(separator: ":")
        return "\(days[day % 7]), \(twoDigits(dayOfMonth)) \(months[month]) \(year) \(time) GMT"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
