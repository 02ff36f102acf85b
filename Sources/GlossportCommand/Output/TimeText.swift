private import Foundation
import Glossport

/// Times and durations as people write them.
enum TimeText {
    /// An approximate duration, such as `5 s`, `50 s`, `2 min`, `31 min` or `2 h 10 min`.
    static func rough(_ duration: Duration) -> String {
        let seconds = max(0, duration.roundedSeconds)
        switch seconds {
        case ..<10: return "\(max(1, seconds)) s"
        case ..<90: return "\((seconds + 2) / 5 * 5) s"
        case ..<3_570: return "\((seconds + 30) / 60) min"
        default:
            let minutes = (seconds + 150) / 300 * 5
            return "\(minutes / 60) h" + (minutes % 60 == 0 ? "" : " \(minutes % 60) min")
        }
    }

    /// The local time to the second, such as `14:32:07`, with the date unless it is today.
    static func time(_ moment: Timestamp) -> String {
        let now = SystemTime.sinceNow.now
        let isToday = format(moment, "yyyy-MM-dd") == format(now, "yyyy-MM-dd")
        return format(moment, isToday ? "HH:mm:ss" : "yyyy-MM-dd HH:mm:ss")
    }

    /// A moment in this machine's time zone, always in the form `2026-11-20 14:32:07 +01:00`.
    static func full(_ moment: Timestamp) -> String {
        let date = Date(timeIntervalSince1970: Double(moment.seconds))
        return moment.text(offset: TimeZone.current.secondsFromGMT(for: date))
    }

    /// Today's local date, such as `2026-11-21`.
    static var today: String { format(SystemTime.sinceNow.now, "yyyy-MM-dd") }

    private static func format(_ moment: Timestamp, _ pattern: String) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .current
        formatter.dateFormat = pattern
        return formatter.string(from: Date(timeIntervalSince1970: Double(moment.microseconds) / 1_000_000))
    }
}
