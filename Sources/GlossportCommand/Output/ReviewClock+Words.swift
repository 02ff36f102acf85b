import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

extension ReviewClock {
    /// The duration of current and past reviews, as a sentence.
    ///
    /// For example “he (Hebrew): in review for 3 d 4 h; the last 40 reviews took 9 h (median), 2 d (longest).”
    ///
    /// - Parameter now: The current time.
    /// - Returns: The sentence; `nil` if no review is pending.
    func sentence(at now: Timestamp) -> String? {
        guard let first = pending.first else { return nil }
        let shown = pending.count > 3 ? pending.prefix(1) : pending[...]
        let each = shown.map { "\(StoreLocale.named($0.locale)): in review for \((now - $0.since).text)" }
        let waits =
            pending.count > 3
            ? "\(Plural.of(pending.count, "locale")) in review, \(StoreLocale.named(first.locale)) the longest: for \((now - first.since).text)"
            : each.joined(separator: ", ")
        guard let median, let longest else { return waits + "." }
        let past =
            reviews == 1
            ? "the last review took \(median.text)"
            : "the last \(reviews) reviews took \(median.text) (median), \(longest.text) (longest)"
        return "\(waits); \(past)."
    }
}

extension StoreLocale {
    /// A code with its language, such as “he (Hebrew)”; an unknown code is unchanged.
    static func named(_ code: String) -> String { StoreLocale(code).map { "\($0) (\($0.languageName))" } ?? code }
}
