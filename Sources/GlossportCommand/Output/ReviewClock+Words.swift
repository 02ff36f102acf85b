import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

extension ReviewClock {
    /// How long reviews take and have taken, as a sentence.
    ///
    /// An example: “he: in review for 3 d 4 h; the last 40 reviews took 9 h (median), 2 d (longest)”.
    ///
    /// - Parameter now: The present moment.
    /// - Returns: The sentence; `nil` where nothing is in review: then it is of no use.
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
    /// A code with its language: “he (Hebrew)”; an unknown one stays as it is.
    static func named(_ code: String) -> String { StoreLocale(code).map { "\($0) (\($0.languageName))" } ?? code }
}
