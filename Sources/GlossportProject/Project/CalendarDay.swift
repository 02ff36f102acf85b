/// A day as project files and flags contain it: `YYYY-MM-DD`.
package enum CalendarDay {
    /// Whether a text is a day; days up to 31 are accepted in every month.
    package static func isDay(_ text: String) -> Bool {
        guard let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/),
            let month = Int(match.output.2), let day = Int(match.output.3)
        else { return false }
        return (1...12).contains(month) && (1...31).contains(day)
    }
}
