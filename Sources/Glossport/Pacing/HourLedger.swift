/// Counts the requests of the last hour, from all runs.
///
/// A request may have reached the service at any moment between its start and its end, so it counts as in flight until it ends,
/// and from its end for another hour: that bounds every sliding hour at the service's end of the wire.
package struct HourLedger: Sendable {
    package static let hour = Duration.seconds(3_600)

    /// Ends of finished requests, oldest first.
    private var ends: [Timestamp] = []
    /// Ends before this index are more than an hour old.
    private var expired = 0
    package private(set) var inFlight = 0

    package init() {}

    /// Requests that the last hour holds.
    package mutating func count(at now: Timestamp) -> Int {
        expire(at: now)
        return inFlight + ends.count - expired
    }

    /// The first moment at which `allowance` leaves room for one more; `nil` while only a request in flight could make it.
    package mutating func nextSlot(under allowance: Int, at now: Timestamp) -> Timestamp? {
        let over = count(at: now) - allowance
        guard over >= 0 else { return now }
        let index = expired + over
        return index < ends.count ? ends[index] + Self.hour : nil
    }

    /// A request starts.
    package mutating func start() { inFlight += 1 }

    /// A started request has ended.
    package mutating func end(at moment: Timestamp) {
        inFlight -= 1
        note(endedAt: moment)
    }

    /// Takes every request in flight for ended, which is the soonest that it can be.
    package mutating func endAll(at moment: Timestamp) {
        while inFlight > 0 { end(at: moment) }
    }

    /// Notes a request of an earlier run.
    package mutating func note(endedAt moment: Timestamp) {
        var index = ends.count
        while index > expired, ends[index - 1] > moment { index -= 1 }
        ends.insert(moment, at: index)
    }

    private mutating func expire(at now: Timestamp) {
        while expired < ends.count, ends[expired] + Self.hour <= now { expired += 1 }
        if expired > 4_096 {
            ends.removeFirst(expired)
            expired = 0
        }
    }
}
