import Foundation

/// A moment of wall-clock time, in whole nanoseconds since 1970-01-01T00:00:00Z.
///
/// The journal stores microseconds and Apple uses milliseconds; both convert to whole nanoseconds without loss.
package struct Timestamp: Sendable, Hashable, Comparable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
    package init(microseconds: Int64) { nanoseconds = microseconds.clampedProduct(1_000) }
    package init(milliseconds: Int64) { nanoseconds = milliseconds.clampedProduct(1_000_000) }
    package init(seconds: Int64) { nanoseconds = seconds.clampedProduct(1_000_000_000) }

    /// Whole microseconds since 1970, rounded toward zero.
    package var microseconds: Int64 { nanoseconds / 1_000 }
    /// Whole microseconds, rounded up, as in journals: a pause may end late, but never early.
    package var microsecondsUp: Int64 {
        let whole = microseconds
        return Timestamp(microseconds: whole) < self ? whole + 1 : whole
    }
    /// Whole seconds since 1970, rounded toward zero.
    package var seconds: Int64 { nanoseconds / 1_000_000_000 }

    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.nanoseconds < right.nanoseconds }

    package static func + (left: Timestamp, right: Duration) -> Timestamp {
        Timestamp(nanoseconds: left.nanoseconds.clampedSum(right.nanoseconds))
    }

    package static func - (left: Timestamp, right: Duration) -> Timestamp {
        Timestamp(nanoseconds: left.nanoseconds.clampedDifference(right.nanoseconds))
    }

    package static func - (left: Timestamp, right: Timestamp) -> Duration {
        .nanoseconds(left.nanoseconds.clampedDifference(right.nanoseconds))
    }
}

extension Duration {
    /// The duration in whole nanoseconds; durations beyond 292 years are clamped.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.clampedProduct(1_000_000_000).clampedSum(attoseconds / 1_000_000_000)
    }

    /// The duration in seconds, rounded to the nearest.
    package var roundedSeconds: Int { Int(nanoseconds.clampedSum(500_000_000) / 1_000_000_000) }

    /// The duration as shown to users: `0 s`, `8 s`, `33 min 20 s`, `5 h 33 min`, `3 d 4 h`.
    package var text: String {
        let seconds = roundedSeconds
        return switch seconds {
        case ..<60: "\(max(0, seconds)) s"
        case ..<3_600: "\(seconds / 60) min" + (seconds % 60 == 0 ? "" : " \(seconds % 60) s")
        case ..<172_800: "\(seconds / 3_600) h" + (seconds % 3_600 / 60 == 0 ? "" : " \(seconds % 3_600 / 60) min")
        default: "\(seconds / 86_400) d" + (seconds % 86_400 / 3_600 == 0 ? "" : " \(seconds % 86_400 / 3_600) h")
        }
    }
}

extension Timestamp {
    /// Returns the moment as shown to users, for a zone `offset` seconds ahead of UTC: `2026-11-20 14:32:07 +01:00`, or
    /// `2026-11-20 13:32:07 UTC`.
    package func text(offset: Int) -> String {
        let zone = offset.magnitude < 60 ? "'UTC'" : "xxx"
        return Self.formatter("yyyy-MM-dd HH:mm:ss " + zone, offset: offset)
            .string(from: Date(timeIntervalSince1970: Double(seconds)))
    }

    /// Returns a formatter for a zone `offset` seconds ahead of UTC, with English names.
    static func formatter(_ format: String, offset: Int = 0) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: offset)
        formatter.dateFormat = format
        return formatter
    }
}

extension Timestamp: Encodable {
    /// The moment in RFC 3339, in UTC with milliseconds, for documents: `2026-11-20T23:42:22.049Z`.
    package var rfc3339: String {
        let milliseconds = microseconds.clampedSum(500) / 1_000
        // The style truncates, so a binary fraction just below a millisecond would lose it.
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000 + 0.000_2)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    package func encode(to encoder: any Encoder) throws { try rfc3339.encode(to: encoder) }
}
