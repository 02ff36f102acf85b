private import Foundation

/// Reads `Retry-After`, which Apple sends as an absolute UNIX time in milliseconds, unlike RFC 9110.
package enum RetryAfter {
    /// The moment from which requests are permitted again.
    ///
    /// Numbers from 10¹² are milliseconds since 1970, from 10⁹ seconds since 1970, smaller ones seconds from now; anything
    /// else must be an HTTP date. Absolute times are measured against the response's own `Date`, so that a wrong clock on
    /// this machine makes neither a hot loop nor an endless sleep.
    ///
    /// - Parameters:
    ///   - value: The header as received.
    ///   - date: The response's `Date` header, if present.
    ///   - now: This machine's time.
    /// - Returns: The moment by this machine's clock, possibly in the past; `nil` for junk.
    package static func moment(_ value: String, date: String?, now: Timestamp) -> Timestamp? {
        let text = value.trimmingCharacters(in: .whitespaces)
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
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text).map { Timestamp(seconds: Int64($0.timeIntervalSince1970)) }
    }
}
