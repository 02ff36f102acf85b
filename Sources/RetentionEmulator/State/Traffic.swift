/// What arrived at one endpoint for one app: the referee of the client's pace.
package struct Traffic: Sendable {
    /// Beyond this many arrivals in an hour the exact figure is given up, so that memory stays flat.
    package static let exactArrivals = 65_536

    /// All requests, refused ones included.
    package private(set) var arrivals = 0
    /// Answers by HTTP status; dropped ones count under the status they would have had.
    package private(set) var statuses: [Int: Int] = [:]
    /// The most arrivals in any stretch of an hour.
    package private(set) var highestInAnyHour = 0
    /// Whether ``highestInAnyHour`` is exact, or only a lower bound.
    package private(set) var highestIsExact = true
    private var recent = MomentQueue()

    /// Nothing has arrived yet.
    package init() {}

    /// Counts an arrival.
    ///
    /// - Parameters:
    ///   - now: When it came.
    ///   - hour: What an hour lasts.
    package mutating func arrive(at now: Moment, hour: Duration) {
        arrivals += 1
        recent.append(now.microseconds)
        recent.removeAll(upTo: now.microseconds - hour.wholeMicroseconds)
        highestInAnyHour = max(highestInAnyHour, recent.count)
        if recent.count >= Self.exactArrivals {
            highestIsExact = false
            recent.removeFirst()
        }
    }

    /// Counts an answer.
    package mutating func answer(status: Int) {
        statuses[status, default: 0] += 1
    }
}
