import Glossport
package import GlossportProject

/// The parameters of one simulated life, which ``drawn(from:)`` derives from a seed.
package struct LifeScenario: Sendable {
    package var seed: UInt64
    /// Whether events are printed, to analyze one seed.
    package var isTraced = false
    package var editions = 2
    package var hasPictures = true
    /// The number of steps before the faults stop: commands and other events.
    package var steps = 10
    package var machines = 1
    /// Whether all machines share one journal, with checkouts of different ages.
    package var sharesJournal = false
    /// The usual probability that a command works in production instead of the sandbox.
    package var production = 0.15
    /// The probability that an import uses an old edition.
    package var reruns = 0.0
    /// The probability that an import covers only a part of the delivery.
    package var parts = 0.0
    /// The probability that an import may set texts back.
    package var setBacks = 0.0
    /// Whether editions remove messages, products and locales from the project, and add them again.
    package var withdraws = false
    /// The probability that old events of a journal are pruned, per step.
    package var journalPrunes = 0.0
    /// Whether jobs that could run at the same time run in an order drawn from the seed.
    package var shufflesJobs = false
    /// The allowances, in requests per hour, that replace Apple's.
    package var budgets: [Endpoint: Int] = [:]
    package var flip = Flip.allOrNothing
    /// The maximum number of messages, and separately of images, at the service before the faults stop.
    package var capacity = 2_000
    /// The probability that a journal is lost or replaced by an old copy, per step.
    package var journalLoss = 0.0
    /// The probability of a change by another tool, per step.
    package var others = 0.0
    /// The probability that a machine's clock is set, per step.
    package var clockSteps = 0.0
    package var faults = Faults()

    /// The probability of each fault, per request unless noted otherwise.
    package struct Faults: Sendable {
        package var errorBefore = 0.0
        package var errorAfter = 0.0
        package var resetBefore = 0.0
        package var resetAfter = 0.0
        package var hang = 0.0
        package var lateCommit = 0.0
        package var noConnection = 0.0
        package var throttle = 0.0
        /// Per list: it is out of date.
        package var staleList = 0.0
        /// Per list: entries are missing.
        package var partialList = 0.0
        /// Per append to the journal: a stall of 5 to 15 seconds.
        package var stall = 0.0
        /// Per request: the machine falls asleep between recording and sending it, and another process continues.
        package var sleep = 0.0
        /// Per command: the process dies.
        package var crash = 0.0
        /// Per command: the process is asked to stop.
        package var stop = 0.0
        /// Per command: the token is revoked.
        package var revocation = 0.0
        /// Per command: the service is not reachable for a while.
        package var outage = 0.0
        /// Per upload: Apple rejects it.
        package var rejection = 0.0
        /// Per message: the service refuses its text.
        package var refusal = 0.0
        /// Per message: another tool deletes it soon after its upload.
        package var deletion = 0.0
        /// Per command: the service starts or stops refusing to show some defaults.
        package var silence = 0.0
        /// Per import: the user states zero as the number of defaults that it may replace.
        package var hesitation = 0.0

        package init() {}
    }

    package init(seed: UInt64) { self.seed = seed }

    /// Draws a scenario from a seed; most faults are absent in about half of the scenarios.
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
