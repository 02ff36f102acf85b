import Glossport
package import GlossportProject

/// The ingredients of one simulated life; all of it follows from a seed.
package struct LifeScenario: Sendable {
    package var seed: UInt64
    /// Whether what happens is printed, for looking at one seed.
    package var isTraced = false
    package var editions = 2
    package var hasPictures = true
    /// Commands and other events before the faults stop.
    package var steps = 10
    package var machines = 1
    /// Whether all machines share one journal, with checkouts of different age.
    package var sharesJournal = false
    /// How often a command works in production, and not in the sandbox.
    package var production = 0.15
    /// Per import: how often an old edition is imported again, a part only, or with leave to set texts back.
    package var reruns = 0.0
    package var parts = 0.0
    package var setBacks = 0.0
    /// Whether editions take messages, products and locales out of the project, and bring them back.
    package var withdraws = false
    /// How often old events of a journal are pruned, per step.
    package var journalPrunes = 0.0
    /// Whether jobs that could run at the same time are run in an order drawn from the seed.
    package var shufflesJobs = false
    /// Requests per hour that replace Apple's.
    package var budgets: [Endpoint: Int] = [:]
    package var flip = Flip.allOrNothing
    /// How many messages the service takes before the faults stop.
    package var capacity = 2_000
    /// How often a journal is lost or an old copy of it comes back, per step.
    package var journalLoss = 0.0
    /// The probability of a change by another tool, per step.
    package var others = 0.0
    /// How often a machine's clock is set, per step.
    package var clockSteps = 0.0
    package var faults = Faults()

    /// How often what goes wrong; per request unless it says otherwise.
    package struct Faults: Sendable {
        package var errorBefore = 0.0
        package var errorAfter = 0.0
        package var resetBefore = 0.0
        package var resetAfter = 0.0
        package var hang = 0.0
        package var lateCommit = 0.0
        package var noConnection = 0.0
        package var throttle = 0.0
        /// Per list: it shows an earlier moment; it leaves entries out.
        package var staleList = 0.0
        package var partialList = 0.0
        /// Per row of the journal: a stall of many seconds.
        package var stall = 0.0
        /// Per request: the machine falls asleep between booking and sending, and another process goes on.
        package var sleep = 0.0
        /// Per command: the process dies; it is asked to stop; the token is revoked; the service is out for a while.
        package var crash = 0.0
        package var stop = 0.0
        package var revocation = 0.0
        package var outage = 0.0
        /// Per upload: Apple rejects it.
        package var rejection = 0.0
        /// Per message: the service refuses its text, or another tool deletes it soon after its upload.
        package var refusal = 0.0
        package var deletion = 0.0
        /// Per command: the service refuses from then on, or until it answers again, to show some defaults.
        package var silence = 0.0
        /// Per import into production: the number of defaults that it may replace was not stated.
        package var hesitation = 0.0

        package init() {}
    }

    package init(seed: UInt64) { self.seed = seed }

    /// A scenario drawn from a seed: each fault is absent in about half of them.
    package static func drawn(from seed: UInt64) -> LifeScenario {
        var random = SeededRandom(seed: seed ^ 0x11FE_0000)
        func rate(_ most: Double) -> Double { random.chance(0.5) ? 0 : Double.random(in: 0...most, using: &random) }
        var scenario = LifeScenario(seed: seed)
        scenario.editions = Int.random(in: 1...4, using: &random)
        scenario.hasPictures = random.chance(0.6)
        scenario.steps = Int.random(in: 3...14, using: &random)
        scenario.machines = random.chance(0.4) ? 2 : 1
        scenario.shufflesJobs = random.chance(0.5)
        if random.chance(0.5) {
            for endpoint in Endpoint.allCases where random.chance(0.4) {
                scenario.budgets[endpoint] = [8, 12, 20, 40].randomElement(using: &random) ?? 20
            }
        }
        scenario.flip = random.chance(0.6) ? .allOrNothing : .each
        if random.chance(0.1) { scenario.capacity = Int.random(in: 1...6, using: &random) }
        scenario.journalLoss = random.chance(0.3) ? 0.15 : 0
        scenario.others = random.chance(0.5) ? 0.3 : 0
        scenario.clockSteps = random.chance(0.2) ? 0.2 : 0
        var faults = Faults()
        faults.errorBefore = rate(0.15)
        faults.errorAfter = rate(0.15)
        faults.resetBefore = rate(0.1)
        faults.resetAfter = rate(0.2)
        faults.hang = rate(0.08)
        faults.lateCommit = rate(0.1)
        faults.noConnection = rate(0.1)
        faults.throttle = rate(0.2)
        faults.staleList = rate(0.5)
        faults.partialList = rate(0.5)
        faults.stall = rate(0.03)
        faults.crash = random.chance(0.3) ? 0 : 0.6
        faults.stop = rate(0.4)
        faults.revocation = rate(0.3)
        faults.outage = rate(0.3)
        faults.rejection = rate(0.3)
        faults.sleep = rate(0.01)
        faults.refusal = random.chance(0.6) ? 0 : 0.15
        faults.deletion = random.chance(0.7) ? 0 : 0.1
        faults.silence = random.chance(0.6) ? 0 : 0.3
        faults.hesitation = random.chance(0.5) ? 0 : 0.3
        scenario.faults = faults
        scenario.sharesJournal = random.chance(0.6)
        scenario.production = random.chance(0.5) ? 0.15 : 0.7
        scenario.reruns = random.chance(0.4) ? 0 : 0.3
        scenario.parts = random.chance(0.5) ? 0 : 0.25
        scenario.setBacks = random.chance(0.6) ? 0 : 0.25
        scenario.withdraws = random.chance(0.5)
        scenario.journalPrunes = random.chance(0.7) ? 0 : 0.2
        return scenario
    }
}
