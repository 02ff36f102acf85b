import GlossportImporting
import GlossportReading

/// How an upload goes, in words.
struct ProgressText {
    var tally: UploadTally
    /// Answers in a second, and how long the rest takes, as far as that is known.
    var rate: Double?
    var left: Duration?
    /// Since the upload began.
    var elapsed: Duration

    /// `113 of 300`.
    var count: String { "\(Plural.grouped(tally.settled)) of \(Plural.grouped(tally.total))" }

    /// `0.1/s`, `25/s`; `nil` if it is not known.
    var speed: String? {
        guard let rate else { return nil }
        return rate < 10 ? "\(Double(Int(rate * 10)) / 10)/s" : "\(Plural.grouped(Int(rate)))/s"
    }

    /// `about 31 min left`; `nil` if it is not known.
    var rest: String? { left.map { "about \(TimeText.rough($0)) left" } }

    /// The limit that determines the speed.
    ///
    /// - Parameter clock: Says a moment as people do.
    /// - Returns: Half a sentence.
    func reason(_ clock: (Timestamp) -> String) -> String {
        if tally.stop != nil { return "stopping" }
        if let since = tally.silentSince { return "no answer since \(clock(since)): retrying" }
        let until = tally.waitsUntil.map { " until \(clock($0))" } ?? ""
        switch tally.bound {
        case .connection:
            return tally.throttled > 0
                ? "as fast as the connection takes it, after \(tally.throttled) × 429"
                : "as fast as the connection takes it"
        case .pace: return tally.throttled > 0 ? "throttled by the service: steady pace for an hour" : "steady pace"
        case .hour: return "the hour's quota is used up: waiting\(until)"
        case .service: return "the service asked to wait\(until)"
        }
    }

    /// A self-contained line, as for a build server's log.
    ///
    /// - Parameters:
    ///   - now: The present moment.
    ///   - clock: Says a moment as people do.
    /// - Returns: When, how much of it, how fast, how long still, how long so far, and why.
    func line(at now: Timestamp, _ clock: (Timestamp) -> String) -> String {
        let facts = [count + " uploaded", speed, rest, TimeText.duration(elapsed) + " so far"].compactMap(\.self)
        return "\(clock(now))  \(facts.joined(separator: ", ")); \(reason(clock))"
    }
}
