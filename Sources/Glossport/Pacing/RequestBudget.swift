package import GlossportProject

/// The request allowance of one endpoint at one destination, and the part of it that is left.
///
/// It is a plain value that never sleeps: its owner asks for the next slot, waits, and spends it.
package struct RequestBudget: Sendable {
    /// The number of requests per hour that may be used.
    package let allowance: Int
    /// Applies after a 429, or always if the pace is steady.
    private var bucket: TokenBucket
    private var ledger = HourLedger()
    private let pace: Pace
    /// The service asked that no requests be sent before this moment.
    package private(set) var pausedUntil: Timestamp?
    /// Requests are paced evenly until this moment, because of a 429.
    package private(set) var steadyUntil: Timestamp?
    private var throttlesInARow = 0
    private var lastThrottle: Timestamp?
    private var answersSinceThrottle = 0
    private var countsInShortWindows = false

    /// A service that answered at least this many requests since the previous 429 seems to count in short windows, so a
    /// short pause is enough.
    ///
    /// With fewer, the pace becomes steady.
    private static let shortWindowAnswers = 10

    /// The longest time between taking a request's token and sending the request.
    ///
    /// A stalled disk must not turn tokens that were taken one by one into a burst.
    package static let slotLifetime = Duration.seconds(10)

    /// Returns the longest time between writing a request's row and its arrival at the service, if the process was
    /// killed.
    ///
    /// This is the sum of the client's time-out and the time that the uploader allows between row and request.
    private static func longestRequest(to endpoint: Endpoint) -> Duration {
        RequestTimeout.standard.longest(at: endpoint) + slotLifetime
    }
    /// The precision of the journal's times; added so that rounding never shortens the time that a request counts.
    private static let rounding = Duration.microseconds(1)
    /// The longest pause that is accepted: 65 minutes.
    ///
    /// Quotas are hourly, so a real pause ends within the hour; five minutes allow for a wrong clock. A pause of ten
    /// years comes from a broken proxy.
    package static let longestPause = HourLedger.hour + .seconds(300)

    /// Returns how far back requests can still count: one hour plus the longest duration of a request.
    package static func memory(of endpoint: Endpoint) -> Duration { HourLedger.hour + longestRequest(to: endpoint) }

    /// The limit that determines the time of the next request.
    package enum Bound: String, Sendable, Hashable {
        /// Only the connection.
        case connection
        /// The steady pace.
        case pace
        /// The hour's allowance is used up.
        case hour
        /// The service asked for a pause.
        case service
    }

    /// Creates an unspent budget of `allowance` requests per hour.
    ///
    /// If other tools need a part of the allowance, `share` is the part that may be used (`quotaShare`).
    package init(allowance: Int, pace: Pace, share: Double = 1) {
        let full = max(1, allowance)
        self.allowance = share < 1 ? max(1, Int(Double(full) * max(0, share))) : full
        self.pace = pace
        bucket = TokenBucket(hourlyAllowance: self.allowance)
    }

    /// Restores a budget from the journal; spent quota is never forgotten.
    ///
    /// Times in the future come from a clock that has since been set back. They count as the present, so that a wrong
    /// clock costs an hour and not a year. The endpoint determines how long a past request may have been under way.
    package init(
        of endpoint: Endpoint,
        allowance: Int,
        pace: Pace,
        share: Double = 1,
        state: BudgetState,
        at now: Timestamp
    ) {
        self.init(allowance: allowance, pace: pace, share: share)
        let longestRequest = Self.longestRequest(to: endpoint)
        pausedUntil = state.pausedUntil.map { min($0, now + Self.longestPause) }
        steadyUntil = state.steadyUntil.map { min($0, now + HourLedger.hour) }
        var isHeldBack = false
        for request in state.spent.sorted(by: { $0.started < $1.started }) {
            let end = request.finished.map { $0 + Self.rounding } ?? request.started + longestRequest
            ledger.note(endedAt: min(end, now + longestRequest))
            if let pausedUntil, !isHeldBack, request.started >= pausedUntil {
                bucket.empty(until: pausedUntil)
                isHeldBack = true
            }
            guard pace == .steady || isHeldBack && isSteady(at: request.started) else { continue }
            bucket.take(at: min(request.started + Self.rounding, now))
        }
        if let pausedUntil, !isHeldBack { bucket.empty(until: pausedUntil) }
    }

    package func isSteady(at moment: Timestamp) -> Bool {
        guard pace == .hourly else { return true }
        guard let steadyUntil else { return false }
        return steadyUntil - HourLedger.hour <= moment && moment < steadyUntil
    }

    /// Returns the earliest moment, not before `now`, for another request, and the limit that determines it.
    ///
    /// The result is `nil` if only the end of a request in flight can make room.
    package mutating func nextSlot(at now: Timestamp) -> (moment: Timestamp, bound: Bound)? {
        guard let hour = ledger.nextSlot(under: allowance, at: now) else { return nil }
        var best = (moment: now, bound: Bound.connection)
        if hour > best.moment { best = (hour, .hour) }
        if isSteady(at: now) {
            let slot = pace == .hourly ? min(bucket.nextSlot(at: now), steadyUntil ?? now) : bucket.nextSlot(at: now)
            if slot > best.moment { best = (slot, .pace) }
        }
        if let pausedUntil, pausedUntil > now, pausedUntil >= best.moment { best = (pausedUntil, .service) }
        return best
    }

    /// Returns the number of requests that may be sent without a wait.
    package func room(at now: Timestamp) -> Int {
        var (rest, count) = (self, 0)
        while let slot = rest.nextSlot(at: now), slot.moment <= now {
            rest.spend(at: now)
            count += 1
        }
        return count
    }

    /// Spends one request, which is sent now.
    package mutating func spend(at now: Timestamp) {
        if isSteady(at: now) { bucket.take(at: now) }
        ledger.start()
    }

    /// Records the end of a spent request, regardless of its result.
    package mutating func recordEnd(at now: Timestamp) { ledger.end(at: now) }

    /// Records a final answer, so the service no longer throttles.
    package mutating func recordSuccess() {
        throttlesInARow = 0
        answersSinceThrottle += 1
    }

    /// Whether the service has throttled since its last final answer.
    package var isThrottled: Bool { throttlesInARow > 0 }

    /// Records a 429.
    ///
    /// Requests that were in flight together are throttled together; this counts as one throttling. The pace becomes
    /// steady for an hour, unless the service counts in short windows: it answered at least ten requests, and then
    /// asked for a pause of at most a minute.
    ///
    /// - Parameters:
    ///   - retryAt: The time in the answer; without it, the pause doubles from 15 s to 15 min.
    ///   - sent: When the request was spent.
    ///   - now: The present moment.
    /// - Returns: Whether the request was sent after the previous 429, so that this one is a new throttling.
    @discardableResult
    package mutating func recordThrottling(retryAt: Timestamp?, sent: Timestamp, at now: Timestamp) -> Bool {
        let isFirst = lastThrottle.map { sent > $0 } ?? true
        if isFirst {
            throttlesInARow += 1
            countsInShortWindows = answersSinceThrottle >= Self.shortWindowAnswers
            answersSinceThrottle = 0
        }
        lastThrottle = now
        let doubling = 1 << min(throttlesInARow - 1, 10)
        // With a wrong clock, moments in the past would cause a hot loop.
        let least = now + min(.seconds(doubling), .seconds(900))
        let guess = now + min(.seconds(15 * doubling), .seconds(900))
        let until = min(max(retryAt ?? guess, least), now + Self.longestPause)
        pausedUntil = max(pausedUntil ?? until, until)
        let isShort = retryAt.map { $0 - now <= .seconds(60) } ?? false
        if !isShort || !countsInShortWindows { steadyUntil = now + HourLedger.hour }
        bucket.empty(until: until)
        return isFirst
    }

    /// Removes the service's pause; the pace stays steady.
    ///
    /// For users who know that the pause is wrong, for example because a proxy sent the 429.
    package mutating func liftPause() { pausedUntil = nil }

    /// The pause to record after a 429.
    package var pause: Pause? { pausedUntil.map { Pause(until: $0, steadyUntil: steadyUntil) } }

    /// Returns the minimum time for `count` more requests, if the connection is not the limit.
    package func forecast(_ count: Int, at now: Timestamp) -> Duration {
        var copy = self
        copy.ledger.endAll(at: now)
        var moment = now
        for _ in 0..<max(0, count) {
            guard let slot = copy.nextSlot(at: moment) else { break }
            moment = slot.moment
            // When the hour's limit or the pause ends, another pace may apply.
            while let later = copy.nextSlot(at: moment), later.moment > moment { moment = later.moment }
            copy.spend(at: moment)
            copy.recordEnd(at: moment)
        }
        return moment - now
    }
}
