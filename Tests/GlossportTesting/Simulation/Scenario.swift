import Glossport
package import GlossportProject

/// The work, the service's behavior and the faults of one simulation.
///
/// ``drawn(from:)`` derives all of them from a seed.
package struct Scenario: Sendable {
    package var seed: UInt64
    package var items = 20
    /// Requests per hour, at the service and in our budget.
    package var allowance = 60
    package var pace = Pace.hourly
    package var concurrency = 16
    package var maxWait: Duration?
    /// The maximum number of messages at the service.
    package var capacity = 2_000
    /// Whether the team has fixed the IDs instead of deriving them.
    package var fixedIDs = false
    /// The fraction of items that another tool has already uploaded.
    package var present = 0.0
    /// The fraction of items that the service refuses.
    package var unacceptable = 0.0
    /// The latency of each request, and of each answer.
    package var latency: ClosedRange<Duration> = .milliseconds(20)...(.milliseconds(400))
    /// The time until a row is durable.
    package var commit: ClosedRange<Duration> = .milliseconds(1)...(.milliseconds(20))
    package var faults = Faults()
    /// The time after which there are no faults and no crashes.
    package var faultsEnd: Duration = .zero

    /// The probability of each fault, per request unless noted otherwise.
    package struct Faults: Sendable {
        package var errorBefore = 0.0
        package var errorAfter = 0.0
        package var resetBefore = 0.0
        package var resetAfter = 0.0
        package var hang = 0.0
        package var lateCommit = 0.0
        package var duplicate = 0.0
        package var refusedStream = 0.0
        package var throttle = 0.0
        /// Per journal row: a stall of 5 to 60 seconds.
        package var stall = 0.0
        /// Per journal row: a write error.
        package var journalFailure = 0.0
        /// Per process, like `interrupt` and `listFailure`.
        package var crash = 0.0
        package var interrupt = 0.0
        package var listFailure = 0.0
        /// Whether lists may be out of date.
        package var staleLists = false
        /// The times when all tokens signed earlier are revoked.
        package var revocations: [Duration] = []
        /// The periods when no connection succeeds.
        package var outages: [ClosedRange<Duration>] = []

        package init() {}
    }

    /// Creates a scenario without faults.
    package init(seed: UInt64) { self.seed = seed }

    /// Draws a scenario from a seed; most faults are absent in about half of the scenarios.
    package static func drawn(from seed: UInt64) -> Scenario {
        var random = SeededRandom(seed: seed ^ 0x5CE7_A810)
        var scenario = Scenario(seed: seed)
        scenario.allowance = [2, 10, 40, 100, 400, 3_600].randomElement(using: &random) ?? 40
        scenario.items = Int.random(in: 1...min(60, scenario.allowance * 3), using: &random)
        scenario.pace = random.chance(0.4) ? .steady : .hourly
        scenario.concurrency = [1, 2, 4, 16, 32].randomElement(using: &random) ?? 16
        scenario.maxWait = [nil, nil, .seconds(900), .seconds(30)].randomElement(using: &random) ?? nil
        if random.chance(0.1) { scenario.capacity = Int.random(in: 0...scenario.items, using: &random) }
        scenario.fixedIDs = random.chance(0.3)
        if random.chance(0.3) { scenario.present = 0.2 }
        if random.chance(0.3) { scenario.unacceptable = 0.1 }
        if random.chance(0.2) { scenario.commit = .milliseconds(1)...(.seconds(2)) }
        scenario.faultsEnd = .seconds(Int64.random(in: 60...20_000, using: &random))
        scenario.faults = Faults.drawn(using: &random, until: scenario.faultsEnd, fixedIDs: scenario.fixedIDs)
        return scenario
    }
}

extension Scenario.Faults {
    fileprivate static func drawn(
        using random: inout SeededRandom,
        until end: Duration,
        fixedIDs: Bool
    ) -> Scenario.Faults {
        var faults = Scenario.Faults()
        func rate(_ most: Double) -> Double { random.chance(0.5) ? 0 : Double.random(in: 0...most, using: &random) }
        faults.errorBefore = rate(0.15)
        faults.errorAfter = rate(0.15)
        faults.resetBefore = rate(0.1)
        faults.resetAfter = rate(0.2)
        faults.hang = rate(0.1)
        faults.lateCommit = rate(0.1)
        // If a proxy repeats the upload of a fixed ID, nothing proves whose message the service has; the product treats
        // it as a conflict.
        faults.duplicate = fixedIDs ? 0 : rate(0.1)
        faults.refusedStream = rate(0.1)
        faults.throttle = rate(0.1)
        faults.stall = rate(0.02)
        faults.journalFailure = rate(0.01)
        faults.crash = random.chance(0.3) ? 0 : 0.9
        faults.interrupt = rate(0.3)
        faults.listFailure = rate(0.3)
        faults.staleLists = random.chance(0.5)
        func moment() -> Duration { .nanoseconds(Int64.random(in: 0...end.nanoseconds, using: &random)) }
        if random.chance(0.3) { faults.revocations = (0..<3).map { _ in moment() }.sorted() }
        if random.chance(0.4) {
            faults.outages = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                let start = moment()
                return start...(start + .seconds(Int64.random(in: 5...1_800, using: &random)))
            }
        }
        return faults
    }
}

extension SeededRandom {
    /// Returns true with the given probability.
    mutating func chance(_ probability: Double) -> Bool {
        probability > 0 && Double(next() >> 11) * 0x1p-53 < probability
    }

    mutating func duration(in range: ClosedRange<Duration>) -> Duration {
        .nanoseconds(Int64.random(in: range.lowerBound.nanoseconds...range.upperBound.nanoseconds, using: &self))
    }
}
