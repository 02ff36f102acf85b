private import Foundation

extension Timestamp {
    /// The one way in which people are told a moment: `2026-11-20 14:32:07 +01:00`, or `2026-11-20 13:32:07 UTC`.
    ///
    /// - Parameter offset: By how many seconds clocks there are ahead of UTC.
    /// - Returns: Date, time of day and zone.
    package func text(offset: Int) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: offset)
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss " + (offset.magnitude < 60 ? "'UTC'" : "xxx")
        return formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
    }
}
