/// How an hour is counted; Apple does not document this.
package enum BudgetWindow: String, CaseIterable, Sendable {
    /// The allowance is renewed at every full hour of the clock.
    case fixed
    /// Any period of one hour contains at most the allowance.
    case sliding
    /// The allowance is a bucket that refills evenly over the hour.
    case bucket
}

/// The request allowance of one endpoint for one app.
package struct Budget: Sendable {
    private let allowance: Int
    private let hour: Int64
    private let window: BudgetWindow
    private var recent = MomentQueue()
    private var count = 0
    private var period: Int64 = .min
    /// The time when the bucket is full again, counted from the first request, in units of 1 / allowance microseconds.
    private var fullAgain: Int64 = 0

    /// Creates an unspent budget.
    ///
    /// - Parameters:
    ///   - allowance: Requests per hour.
    ///   - hour: The length of an hour.
    ///   - window: How the hour is counted.
    package init(allowance: Int, hour: Duration, window: BudgetWindow) {
        self.allowance = allowance
        self.hour = hour.wholeMicroseconds
        self.window = window
    }

    /// Charges one request, or returns the time when the next one is permitted.
    ///
    /// - Parameter now: The time of the request.
    /// - Returns: `nil` if the request was charged; otherwise the first time when it is permitted.
    package mutating func spend(at now: Moment) -> Moment? {
        guard allowance > 0 else { return Moment(microseconds: now.microseconds + hour) }
        switch window {
        case .fixed: return spendFixed(now)
        case .sliding: return spendSliding(now)
        case .bucket: return spendBucket(now)
        }
    }

    /// The number of requests charged to the current hour.
    ///
    /// - Parameter now: The current time.
    /// - Returns: At most the allowance.
    package mutating func spent(at now: Moment) -> Int {
        switch window {
        case .fixed: return now.microseconds / hour > period ? 0 : count
        case .sliding:
            recent.removeAll(upTo: now.microseconds - hour)
            return recent.count
        case .bucket:
            guard period != .min else { return 0 }
            let owed = max(0, fullAgain - (now.microseconds - period) * Int64(allowance))
            return Int((owed + hour - 1) / hour)
        }
    }

    /// Refunds the newest request.
    package mutating func refund() {
        switch window {
        case .fixed: count = max(0, count - 1)
        case .sliding: recent.removeLast()
        case .bucket: fullAgain -= hour
        }
    }

    private mutating func spendFixed(_ now: Moment) -> Moment? {
        let current = now.microseconds / hour
        if current > period { (period, count) = (current, 0) }
        guard count < allowance else { return Moment(microseconds: (period + 1) * hour) }
        count += 1
        return nil
    }

    private mutating func spendSliding(_ now: Moment) -> Moment? {
        recent.removeAll(upTo: now.microseconds - hour)
        if recent.count >= allowance, let oldest = recent.first { return Moment(microseconds: oldest + hour) }
        recent.append(now.microseconds)
        return nil
    }

    private mutating func spendBucket(_ now: Moment) -> Moment? {
        // Times are multiplied by the allowance, so that one request costs exactly one hour and no fractions are lost.
        // The products fit into 64 bits because times count from the first request, not from 1970.
        if period == .min { period = now.microseconds }
        let scale = Int64(allowance)
        let arrival = (now.microseconds - period) * scale
        let after = max(fullAgain, arrival) + hour
        guard after <= arrival + hour * scale else {
            let wait = after - hour * scale
            return Moment(microseconds: period + (wait + scale - 1) / scale)
        }
        fullAgain = after
        return nil
    }
}
