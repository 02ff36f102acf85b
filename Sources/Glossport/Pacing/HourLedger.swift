/// Counts the requests of the last hour, from all runs.
///
/// A request may reach the service at any moment between its start and its end. It therefore counts until one hour
/// after its end, which bounds every sliding hour as seen by the service.
package struct HourLedger: Sendable {
    package static let hour = Duration.seconds(3_600)

    /// The ends of finished requests, oldest first.
    private var ends: [Timestamp] = []
    /// Ends before this index are at least an hour old.
    private var expired = 0
    package private(set) var inFlight = 0

    package init() {}

    /// Returns the number of requests that count at `now`.
    package mutating func count(at now: Timestamp) -> Int {
        expire(at: now)
        return inFlight + ends.count - expired
    }

    /// Returns the first moment with room for another request; `nil` if only the end of a request in flight can make
    /// room.
    package mutating func nextSlot(under allowance: Int, at now: Timestamp) -> Timestamp? {
        let over = count(at: now) - allowance
        guard over >= 0 else { return now }
        let index = expired + over
        return index < ends.count ? ends[index] + Self.hour : nil
    }

    package mutating func start() { inFlight += 1 }

    package mutating func end(at moment: Timestamp) {
        inFlight -= 1
        note(endedAt: moment)
    }

    /// Ends all requests in flight at `moment`, for a forecast that assumes the earliest possible ends.
    package mutating func endAll(at moment: Timestamp) {
        while inFlight > 0 { end(at: moment) }
    }

    /// Records a request of an earlier run.
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
