import GlossportChecking
import GlossportProject
import GlossportReading

/// The duration of Apple's message reviews at a destination, from an upload to the first list with its verdict.
///
/// Lists are read only from time to time, so a review may have been shorter than measured.
package struct ReviewClock: Sendable, Hashable {
    /// The maximum number of counted reviews; the newest ones count.
    package static let memory = 40

    /// The messages of a locale that are in review.
    package struct Pending: Sendable, Hashable, Encodable {
        package var locale: String
        package var messages: Int
        /// When the first of these messages was uploaded.
        package var since: Timestamp
    }

    /// The locales with messages in review, the longest wait first.
    package private(set) var pending: [Pending]
    package let reviews: Int
    /// `nil` if no review has finished.
    package let median, longest: Duration?

    init(_ records: [ItemRecord], _ reviews: [ServiceID: ReviewState], _ times: [ServiceID: ReviewTime]) {
        let messages = records.filter { $0.item.kind == .message && $0.state == .uploaded }
        let waiting = messages.filter { reviews[$0.item.id] == .pending }
            .compactMap { record in times[record.item.id].map { (record.item.locale, $0.uploaded) } }
        pending = Dictionary(grouping: waiting, by: \.0)
            .compactMap { locale, uploads in
                uploads.map(\.1).min().map { Pending(locale: locale, messages: uploads.count, since: $0) }
            }
            .sorted { ($0.since, $0.locale) < ($1.since, $1.locale) }
        let decided = messages.compactMap { record in
            times[record.item.id].flatMap { time in time.decided.map { ($0, $0 - time.uploaded) } }
        }
        let durations = decided.sorted { $0.0 > $1.0 }.prefix(Self.memory).map(\.1).sorted()
        self.reviews = durations.count
        median = durations.isEmpty ? nil : durations[durations.count / 2]
        longest = durations.last
    }

    /// Returns the clock with pending reviews of the selected locales only.
    func part(_ selection: Selection) -> ReviewClock {
        var part = self
        part.pending = pending.filter { selection.contains(code: $0.locale) }
        return part
    }
}

struct ReviewTime: Sendable, Hashable {
    var uploaded: Timestamp
    /// When a list first showed the verdict.
    var decided: Timestamp?
}

extension ReviewClock: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode(members: [
            "pending": pending,
            "reviews": reviews,
            "medianSeconds": median?.roundedSeconds,
            "longestSeconds": longest?.roundedSeconds,
        ])
    }
}
