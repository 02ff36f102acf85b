extension Timestamp {
    /// The one way in which people are told a moment: `2026-11-20 14:32:07 +01:00`, or `2026-11-20 13:32:07 UTC`.
    ///
    /// - Parameter offset: By how many seconds clocks there are ahead of UTC.
    /// - Returns: Date, time of day and zone.
    package func text(offset: Int) -> String {
        let local = self + .seconds(offset)
        // Rounded down, also before 1970.
        let second = local.nanoseconds.flooredQuotient(1_000_000_000)
        let (year, month, day) = Self.date(ofDay: second.flooredQuotient(86_400))
        let ofDay = second - second.flooredQuotient(86_400) * 86_400
        let clock = [ofDay / 3_600, ofDay / 60 % 60, ofDay % 60].map { Self.padded($0, 2) }.joined(separator: ":")
        return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2)) \(clock) \(Self.zone(offset))"
    }

    private static func zone(_ offset: Int) -> String {
        let minutes = Int64(offset.magnitude / 60)
        guard minutes > 0 else { return "UTC" }
        return (offset < 0 ? "-" : "+") + padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// The Gregorian date of a day counted from 1970-01-01.
    ///
    /// Years are counted from March here, so that the leap day comes last.
    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        // Of 400 years, which are alike to the day.
        let shifted = day + 719_468
        let era = shifted.flooredQuotient(146_097)
        let ofEra = shifted - era * 146_097
        let year = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let march = (5 * ofYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (year + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * march + 2) / 5 + 1)
    }
}

extension Int64 {
    fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
        self / divisor - (self % divisor < 0 ? 1 : 0)
    }
}
