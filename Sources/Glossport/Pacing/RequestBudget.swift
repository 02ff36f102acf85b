package import GlossportProject

/// The allowance of one endpoint at one destination, and what is left of it.
///
/// A plain value: its owner asks for the next slot, waits, and spends; it never sleeps.
package struct RequestBudget: Sendable {
    /// Requests per hour that may be used.
    package let allowance: Int
    /// Used below a 429, or for good if that is the pace.
    private var bucket: TokenBucket
    private var ledger = HourLedger()
    private let pace: Pace
    /// The service has asked to send nothing before this moment.
    package private(set) var pausedUntil: Timestamp?
    /// After a 429 the pace is steady until this moment.
    package private(set) var steadyUntil: Timestamp?
    private var throttlesInARow = 0
    private var lastThrottle: Timestamp?
    private var takenSinceThrottle = 0
    private var countsInShortWindows = false

    /// How many requests a window must have held to be worth waiting for the next one, instead of falling back to the steady pace.
    private static let shortWindow = 10

    /// How long a request may take from its token to its departure.
    ///
    /// A stalled disk must not turn tokens that were taken one by one into a burst.
    package static let slotLifetime = Duration.seconds(10)

    /// How long after its row was written a request may reach the service, if the process was killed meanwhile: the client's
    /// time-out, and what the uploader allows between row and request.
    private static func longestRequest(to endpoint: Endpoint) -> Duration {
        RequestTimeout.standard.longest(at: endpoint) + slotLifetime
    }
    /// The journal keeps whole microseconds, rounded down; a request counts from the end of its microsecond.
    private static let rounding = Duration.microseconds(1)
    /// The longest pause that is believed: 65 minutes.
    ///
    /// Quotas are hourly, so a pause that means one ends within the hour, and a clock may be some minutes wrong. Ten years
    /// are a broken proxy.
    package static let longestPause = HourLedger.hour + .seconds(300)

    /// How far back requests of the past can still matter: an hour, and the longest that one may have been under way.
    package static func memory(of endpoint: Endpoint) -> Duration { HourLedger.hour + longestRequest(to: endpoint) }

    /// The limit that determines when the next request may go.
    package enum Bound: String, Sendable, Hashable {
        /// Nothing but the connection.
        case connection
        /// The steady pace.
        case pace
        /// The hour's allowance is used up.
        case hour
        /// The service has asked to wait.
        case service
    }

    /// A budget of which nothing is spent.
    ///
    /// - Parameters:
    ///   - allowance: Requests per hour.
    ///   - pace: How to spend them.
    ///   - share: The part of the allowance that may be used, if other tools need the rest (`quotaShare`).
    package init(allowance: Int, pace: Pace, share: Double = 1) {
        let whole = max(1, allowance)
        self.allowance = share < 1 ? max(1, Int(Double(whole) * max(0, share))) : whole
        self.pace = pace
        bucket = TokenBucket(hourlyAllowance: self.allowance)
    }

    /// A budget as the journal remembers it: quota once spent is never forgotten.
    ///
    /// Moments in the future come from a clock that was set back since. They are taken for the present, so that a wrong clock
    /// costs an hour and not a year.
    ///
    /// - Parameters:
    ///   - endpoint: Whose requests they are, for how long one may have been under way.
    ///   - allowance: Requests per hour.
    ///   - pace: How to spend them.
    ///   - share: See above.
    ///   - state: The recorded allowance.
    ///   - now: The present moment.
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

    /// Whether requests are spread evenly at a moment.
    package func isSteady(at moment: Timestamp) -> Bool {
        guard pace == .hourly else { return true }
        guard let steadyUntil else { return false }
        return steadyUntil - HourLedger.hour <= moment && moment < steadyUntil
    }

    /// The first moment at or after `now` at which a request may go, and what makes it so.
    ///
    /// - Returns: `nil` while only the end of a request in flight can make room.
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

    /// How many requests may go at once.
    package func room(at now: Timestamp) -> Int {
        var (rest, count) = (self, 0)
        while let slot = rest.nextSlot(at: now), slot.moment <= now {
            rest.spend(at: now)
            count += 1
        }
        return count
    }

    /// Spends one request, which goes now.
    package mutating func spend(at now: Timestamp) {
        if isSteady(at: now) { bucket.take(at: now) }
        ledger.start()
    }

    /// Notes that a request that was spent has ended, whatever came of it.
    package mutating func recordEnd(at now: Timestamp) { ledger.end(at: now) }

    /// Notes that the service took a request: it is not throttling any more.
    package mutating func recordSuccess() {
        throttlesInARow = 0
        takenSinceThrottle += 1
    }

    /// Whether the service was throttling when it was asked last.
    package var isThrottled: Bool { throttlesInARow > 0 }

    /// Notes that the service answered 429.
    ///
    /// Requests that were in flight together are throttled together; that is one throttling, not sixteen. The pace falls back to steady for an
    /// hour, unless the service counts in short windows: it took a number of requests and then asks for less than a minute.
    ///
    /// - Parameters:
    ///   - retryAt: The time in the answer; without it, the pause doubles from 15 s to 15 min.
    ///   - sent: When the request was spent.
    ///   - now: The present moment.
    /// - Returns: Whether this is the first 429 since the last pause.
    @discardableResult
    package mutating func recordThrottling(retryAt: Timestamp?, sent: Timestamp, at now: Timestamp) -> Bool {
        let isFirst = lastThrottle.map { sent > $0 } ?? true
        if isFirst {
            throttlesInARow += 1
            countsInShortWindows = takenSinceThrottle >= Self.shortWindow
            takenSinceThrottle = 0
        }
        lastThrottle = now
        let doubling = 1 << min(throttlesInARow - 1, 10)
        // A moment in the past, again and again, would make a hot loop of a wrong clock.
        let least = now + min(.seconds(doubling), .seconds(900))
        let guess = now + min(.seconds(15 * doubling), .seconds(900))
        let until = min(max(retryAt ?? guess, least), now + Self.longestPause)
        pausedUntil = max(pausedUntil ?? until, until)
        let isShort = retryAt.map { $0 - now <= .seconds(60) } ?? false
        if !isShort || !countsInShortWindows { steadyUntil = now + HourLedger.hour }
        bucket.empty(until: until)
        return isFirst
    }

    /// Forgets that the service has asked to wait; the pace stays steady.
    ///
    /// For a person who knows better, such as after a proxy has made up the answer.
    package mutating func liftPause() { pausedUntil = nil }

    /// The pause to record after a 429.
    package var pause: Pause? { pausedUntil.map { Pause(until: $0, steadyUntil: steadyUntil) } }

    /// The minimum time for `count` more requests, if the connection is not the limit.
    package func forecast(_ count: Int, at now: Timestamp) -> Duration {
        var copy = self
        copy.ledger.endAll(at: now)
        var moment = now
        for _ in 0..<max(0, count) {
            guard let slot = copy.nextSlot(at: moment) else { break }
            moment = slot.moment
            // The hour and the pause may end under another pace than they began.
            while let later = copy.nextSlot(at: moment), later.moment > moment { moment = later.moment }
            copy.spend(at: moment)
            copy.recordEnd(at: moment)
        }
        return moment - now
    }
}
