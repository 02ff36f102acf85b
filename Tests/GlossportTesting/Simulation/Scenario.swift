import Glossport
package import GlossportProject

/// The course of one simulation.
///
/// The work, the service's habits, and everything that goes wrong. All of it follows from a seed.
package struct Scenario: Sendable {
    package var seed: UInt64
    package var items = 20
    /// Requests per hour, at the service and in our budget.
    package var allowance = 60
    package var pace = Pace.hourly
    package var concurrency = 16
    package var maxWait: Duration?
    /// How many messages the service takes.
    package var capacity = 2_000
    /// Whether the team has fixed the ids itself.
    package var fixedIDs = false
    /// Parts of the items: uploaded from elsewhere before; of a kind that the service refuses.
    package var present = 0.0
    package var unacceptable = 0.0
    /// How long a request takes to the service, and the answer back.
    package var latency: ClosedRange<Duration> = .milliseconds(20)...(.milliseconds(400))
    /// How long a row takes to be durable.
    package var commit: ClosedRange<Duration> = .milliseconds(1)...(.milliseconds(20))
    package var faults = Faults()
    /// No faults and no crashes from here on.
    package var faultsEnd: Duration = .zero

    /// How often what goes wrong, per request unless it says otherwise.
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
        /// Per row of the journal: a stall of many seconds; a failure.
        package var stall = 0.0
        package var journalFailure = 0.0
        /// Per life of the process.
        package var crash = 0.0
        package var interrupt = 0.0
        package var listFailure = 0.0
        /// Whether lists lag behind.
        package var staleLists = false
        /// Moments at which every token that was signed before is revoked.
        package var revocations: [Duration] = []
        /// Times during which no connection is made.
        package var outages: [ClosedRange<Duration>] = []

        package init() {}
    }

    /// A scenario in which all goes well.
    package init(seed: UInt64) { self.seed = seed }

    /// A scenario drawn from a seed: each fault is absent in half of them.
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
        // Behind a proxy that repeats a PUT, the owner of a fixed id's content can't be known: design §4 calls it a
        // conflict.
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
    /// Says yes with a probability.
    mutating func chance(_ probability: Double) -> Bool {
        probability > 0 && Double(next() >> 11) * 0x1p-53 < probability
    }

    mutating func duration(in range: ClosedRange<Duration>) -> Duration {
        .nanoseconds(Int64.random(in: range.lowerBound.nanoseconds...range.upperBound.nanoseconds, using: &self))
    }
}
