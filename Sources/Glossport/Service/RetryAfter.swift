private import Foundation

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
    package static func httpDate(_ text: String) -> Timestamp? {
        let formatter = Timestamp.formatter("EEE, dd MMM yyyy HH:mm:ss 'GMT'")
        // Foundation also accepts other forms, such as one without a zone. A `Date` before 1970 would turn an absolute
        // moment into a pause of decades.
        guard let date = formatter.date(from: text), formatter.string(from: date) == text,
            date.timeIntervalSince1970 >= 0
        else { return nil }
        return Timestamp(seconds: Int64(date.timeIntervalSince1970))
    }

    private static let blanks: Set<Character> = [" ", "\t"]
}
