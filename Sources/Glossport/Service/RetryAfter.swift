/// Parses `Retry-After`, which Apple sends as an absolute UNIX time in milliseconds, unlike RFC 9110.
package enum RetryAfter {
    /// Returns the moment after which requests are permitted again.
    ///
    /// Numbers from 10¹² are milliseconds since 1970, numbers from 10⁹ are seconds since 1970, and smaller ones are
    /// seconds from now; anything else must be an HTTP date. Absolute times are measured against the response's own
    /// `Date`, so that a wrong clock on this machine causes neither a hot loop nor an endless sleep.
    ///
    /// - Parameters:
    ///   - value: The header as received.
    ///   - date: The response's `Date` header, if present.
    ///   - now: This machine's time.
    /// - Returns: The moment by this machine's clock, possibly in the past; `nil` for an invalid value.
    package static func moment(_ value: String, date: String?, now: Timestamp) -> Timestamp? {
        let text = String(value.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed())
        let absolute: Timestamp
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            guard let number = Int64(text) else { return nil }
            switch number {
            case 1_000_000_000_000...: absolute = Timestamp(milliseconds: number)
            case 1_000_000_000...: absolute = Timestamp(seconds: number)
            default: return now + .seconds(number)
            }
        } else if let parsed = httpDate(text) {
            absolute = parsed
        } else {
            return nil
        }
        guard let serverNow = date.flatMap(httpDate) else { return absolute }
        return now + (absolute - serverNow)
    }

    /// Parses the fixed form of RFC 9110: `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// It does not use Foundation's formatter, which also accepts a date without its zone.
    package static func httpDate(_ text: String) -> Timestamp? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, weekdays.contains(parts[0]), parts[5] == "GMT" else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let month = months.firstIndex(of: String(parts[2])) else { return nil }
        guard let day = number(parts[1], digits: 2), let year = number(parts[3], digits: 4) else { return nil }
        guard let hour = number(clock[0], digits: 2), let minute = number(clock[1], digits: 2) else { return nil }
        guard let second = number(clock[2], digits: 2), hour < 24, minute < 60, second <= 60 else { return nil }
        let isLeapYear = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        guard year >= 1970, 1...(lengths[month] + (isLeapYear && month == 1 ? 1 : 0)) ~= day else { return nil }
        let before = year - 1
        let leapDays = before / 4 - before / 100 + before / 400 - 477 + (isLeapYear && month > 1 ? 1 : 0)
        let days = (year - 1970) * 365 + leapDays + lengths[..<month].reduce(0, +) + day - 1
        return Timestamp(seconds: Int64(days * 86_400 + hour * 3_600 + minute * 60 + second))
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    private static let blanks: Set<Character> = [" ", "\t"]
    private static let weekdays: Set<Substring> = ["Mon,", "Tue,", "Wed,", "Thu,", "Fri,", "Sat,", "Sun,"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}
