/// The allowance of one endpoint at one destination, and what is left of it.
///
/// A plain value: whoever owns it asks for the next slot, waits, and spends; nothing in it sleeps.
package struct RequestBudget: Sendable {
    /// Requests per hour.
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

    /// How long a request may have been under way that was cut off: the client's time-out.
    private static let longestRequest = Duration.seconds(30)

    /// What decides when the next request may go.
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

    /// - Parameters:
    ///   - allowance: Requests per hour.
    ///   - pace: How to spend them.
    ///   - state: What the journal remembers; earlier requests count against this hour.
    package init(allowance: Int, pace: Pace, state: BudgetState = BudgetState()) {
        self.allowance = max(1, allowance)
        self.pace = pace
        bucket = TokenBucket(hourlyAllowance: max(1, allowance))
        pausedUntil = state.pausedUntil
        steadyUntil = state.steadyUntil
        for request in state.spent.sorted(by: { $0.started < $1.started }) {
            bucket.take(at: request.started)
            ledger.note(endedAt: request.finished ?? request.started + Self.longestRequest)
        }
    }

    /// Whether requests are spread evenly at the moment.
    package func isSteady(at now: Timestamp) -> Bool {
        pace == .steady || steadyUntil.map { $0 > now } ?? false
    }

    /// The first moment at or after `now` at which a request may go, and what makes it so.
    ///
    /// - Returns: `nil` while only the end of a request in flight can make room.
    package mutating func nextSlot(at now: Timestamp) -> (moment: Timestamp, bound: Bound)? {
        guard let hour = ledger.nextSlot(under: allowance, at: now) else { return nil }
        var best = (moment: now, bound: Bound.connection)
        if hour > best.moment { best = (hour, .hour) }
        if isSteady(at: now) {
            let slot = bucket.nextSlot(at: now)
            if slot > best.moment { best = (slot, .pace) }
        }
        if let pausedUntil, pausedUntil > best.moment { best = (pausedUntil, .service) }
        return best
    }

    /// Spends one request, which goes now.
    package mutating func spend(at now: Timestamp) {
        bucket.take(at: now)
        ledger.start()
    }

    /// A request that was spent has ended, whatever came of it.
    package mutating func ended(at now: Timestamp) { ledger.end(at: now) }

    /// The service took a request: it is not throttling any more.
    package mutating func wasTaken() { throttlesInARow = 0 }

    /// The service answered 429.
    ///
    /// - Parameters:
    ///   - retryAt: What it said; without it, the pause doubles from 15 s to 15 min.
    ///   - now: The present moment.
    package mutating func wasThrottled(retryAt: Timestamp?, at now: Timestamp) {
        throttlesInARow += 1
        let guess = Duration.seconds(15 << min(throttlesInARow - 1, 6))
        // A moment in the past would make a hot loop of a wrong clock.
        let until = max(retryAt ?? now + min(guess, .seconds(900)), now + .seconds(1))
        pausedUntil = max(pausedUntil ?? until, until)
        steadyUntil = now + HourLedger.hour
    }

    /// How long it takes at least until `count` more requests have gone, if the connection is no limit.
    package func forecast(_ count: Int, at now: Timestamp) -> Duration {
        guard count > 0 else { return .zero }
        var copy = self
        var moment = now
        if copy.isSteady(at: now) {
            // Slots of a bucket are an arithmetic sequence once the burst is gone.
            let direct = min(count, 2 * copy.bucket.burst)
            for _ in 0..<direct {
                moment = max(moment, copy.bucket.nextSlot(at: moment))
                copy.bucket.take(at: moment)
            }
            moment = moment + copy.bucket.interval * (count - direct)
            return max(moment, pausedUntil ?? moment) - now
        }
        moment = max(moment, pausedUntil ?? moment)
        var left = count
        while left > 0 {
            let room = copy.allowance - copy.ledger.count(at: moment)
            guard room > 0 else {
                moment = copy.ledger.nextSlot(under: copy.allowance, at: moment) ?? moment + HourLedger.hour
                continue
            }
            let sent = min(room, left)
            for _ in 0..<sent { copy.ledger.note(endedAt: moment) }
            left -= sent
        }
        return moment - now
    }
}
