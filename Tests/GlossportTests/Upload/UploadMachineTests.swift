import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Upload machine")
struct UploadMachineTests {
    private let start = Samples.start

    @Test("Every item is sent once, and the machine finishes")
    func plain() {
        var driver = MachineDriver(items: Samples.items(1_500))
        driver.run()
        #expect(driver.isDone)
        #expect(driver.machine.tally.uploaded == 1_500)
        #expect(Set(driver.sends.map(\.id)).count == 1_500)
        #expect(driver.sends.count == 1_500)
    }

    @Test("Without items, the machine is done at once")
    func empty() {
        var driver = MachineDriver(items: [])
        driver.run()
        #expect(driver.isDone)
        #expect(driver.sends.isEmpty)
    }

    @Test("At most the permitted number of requests is in flight")
    func concurrency() {
        var driver = MachineDriver(items: Samples.items(100), limits: RunLimits(concurrency: 4))
        driver.run()
        let moments = driver.sends.map(\.moment)
        #expect((4..<100).allSatisfy { moments[$0] - moments[$0 - 4] >= .milliseconds(100) })
    }

    @Test("A lost answer is retried under the same ID, and a 409 confirms the first attempt")
    func lostReply() {
        var driver = MachineDriver(items: Samples.items(1))
        driver.script = [.lost, .present]
        driver.run()
        #expect(driver.machine.tally.confirmed == 1)
        #expect(Set(driver.sends.map(\.id)).count == 1)
        #expect(driver.ends.map(\.change?.state) == [.unknown, .uploaded])
    }

    @Test("A request that was not sent or was rejected unprocessed leaves the item unchanged")
    func asBefore() {
        for answer in [Answer.noConnection, .throttled(), .unauthorized] {
            var driver = MachineDriver(items: Samples.items(1))
            driver.script = [answer]
            driver.run()
            #expect(driver.ends.map(\.change?.state) == [.planned, .uploaded])
            var doubtful = MachineDriver(items: Samples.items(1), history: AttemptHistory(attempts: 1, ambiguous: 1))
            doubtful.script = [answer]
            doubtful.run()
            #expect(doubtful.ends.map(\.change?.state) == [.unknown, .uploaded])
        }
    }

    @Test("An item's outcome is reported once it is durable, except a return to its earlier state")
    func outcomes() {
        var driver = MachineDriver(items: Samples.items(1))
        driver.script = [.throttled(), .lost, .present]
        driver.run()
        #expect(driver.outcomes.map(\.verdict) == [.unknown, .uploaded(.confirmed)])
        var refused = MachineDriver(items: Samples.items(2))
        refused.script = [.refused]
        refused.run()
        #expect(Set(refused.outcomes.map(\.verdict)) == [.failed(.refused), .uploaded(.response)])
        #expect(refused.outcomes.allSatisfy { ($0.verdict == .failed(.refused)) == ($0.reason != nil) })
        var left = MachineDriver(items: Samples.items(1))
        left.script = [Answer(.unreadable, detail: "The image is gone.")]
        left.run()
        #expect(left.outcomes.map(\.verdict) == [.failed(.unreadable)])
    }

    @Test("A definite refusal is final and quotes Apple's error")
    func refused() {
        var driver = MachineDriver(items: Samples.items(2))
        driver.script = [.refused]
        driver.run()
        #expect(driver.machine.tally.refused == 1)
        #expect(
            driver.machine.tally.failures.map(\.reason) == [
                "Apple's error 4000162: Header too long. Shorten the header: 66 characters are allowed; Apple does not document how it counts."
            ]
        )
        #expect(driver.sends.count == 2)
    }

    // MARK: Throttling

    @Test("After a 429 nothing is sent before the given time, even if it is already recorded")
    func pause() {
        var driver = MachineDriver(items: Samples.items(100))
        driver.commit = .milliseconds(30)
        driver.script = [.throttled(until: start + .seconds(60))]
        driver.run()
        let moments = driver.sends.map(\.moment).filter { $0 > start + .milliseconds(130) }
        #expect(moments.first.map { $0 >= start + .seconds(60) } == true)
        #expect(driver.machine.tally.uploaded == 100)
        #expect(driver.pauses.last.map { $0.until >= start + .seconds(60) } == true)
    }

    @Test("If the wait is longer than permitted, the machine stops cleanly and reports when to resume")
    func maxWait() {
        var driver = MachineDriver(
            items: Samples.items(50),
            limits: RunLimits(maxWait: .seconds(900))
        )
        driver.script = [.throttled(until: start + .seconds(2_400))]
        driver.run()
        guard case .quota(let quota)? = driver.machine.tally.stop else {
            Issue.record("not stopped for quota")
            return
        }
        #expect(quota.resumeAt >= start + .seconds(2_400) && quota.isThrottled)
        #expect(driver.isDone)
        #expect(driver.machine.tally.open == driver.machine.tally.total - driver.machine.tally.uploaded)
    }

    @Test("A request that already has a slot is sent, although the wait for the next slot is too long")
    func lastToken() {
        let budget = RequestBudget(allowance: 1, pace: .hourly)
        var driver = MachineDriver(
            items: Samples.items(2),
            limits: RunLimits(maxWait: .seconds(1)),
            budget: budget
        )
        driver.commit = .milliseconds(50)
        driver.run()
        #expect(driver.sends.count == 1)
        #expect(driver.machine.tally.uploaded == 1)
    }

    @Test("Each 429 is recorded together with the longest pause so far")
    func pauseIsWritten() {
        var driver = MachineDriver(items: Samples.items(40))
        driver.commit = .seconds(2)
        driver.script = (1...16).map { .throttled(until: start + .seconds($0 * 10)) }
        driver.run()
        #expect(driver.pauses.count == driver.machine.tally.throttled)
        #expect(driver.pauses.last.map { $0.until >= start + .seconds(160) } == true)
        #expect(zip(driver.pauses, driver.pauses.dropFirst()).allSatisfy { $0.until <= $1.until })
    }

    // MARK: Tokens

    @Test("Requests sent with the same refused token count as one refusal and are all repeated")
    func staleToken() {
        var driver = MachineDriver(items: Samples.items(50))
        driver.script = Array(repeating: .unauthorized, count: 8)
        driver.run()
        #expect(driver.machine.tally.stop == nil)
        #expect(driver.machine.tally.uploaded == 50)
    }

    @Test("A refused token stops the run if the request was sent after an earlier refusal")
    func badCredentials() {
        var driver = MachineDriver(items: Samples.items(50))
        driver.answersAfterScript = .unauthorized
        driver.run()
        guard case .unauthorized? = driver.machine.tally.stop else {
            Issue.record("not stopped")
            return
        }
        #expect(driver.sends.count <= 24)
    }

    // MARK: Stopping

    @Test(
        "A full app or missing access stops the run, and the remaining items stay open",
        arguments: [Answer.full, .noAccess]
    )
    func stops(answer: Answer) {
        var driver = MachineDriver(items: Samples.items(500))
        driver.script = [answer]
        driver.run()
        #expect(driver.machine.tally.stop != nil)
        #expect(driver.sends.count <= 16)
        #expect(driver.machine.tally.refused == 0)
    }

    @Test("An interrupted machine sends nothing new and waits for requests in flight")
    func interrupted() {
        var driver = MachineDriver(items: Samples.items(500))
        driver.schedule(.interrupted, at: start + .milliseconds(150))
        driver.run()
        #expect(driver.isDone)
        #expect(driver.sends.allSatisfy { $0.moment <= start + .milliseconds(150) })
        #expect(driver.ends.count == driver.sends.count)
        #expect(driver.machine.tally.uploaded == driver.sends.count)
    }

    @Test("A failing journal outranks an earlier interruption, and requests in flight are in doubt")
    func journalFails() {
        var driver = MachineDriver(items: Samples.items(500))
        driver.schedule(.interrupted, at: start + .milliseconds(40))
        driver.schedule(.failed(GlossportError(.journal, "Full.")), at: start + .milliseconds(50))
        driver.run()
        guard case .journal? = driver.machine.tally.stop else {
            Issue.record("not stopped by the journal")
            return
        }
        #expect(driver.isDone)
        #expect(driver.machine.tally.unknown == driver.sends.count)
    }

    @Test("A request that took over ten seconds to record is not sent, and a slow journal stops the run")
    func slowJournal() {
        var driver = MachineDriver(
            items: Samples.items(100),
            limits: RunLimits(maxWait: nil)
        )
        driver.commit = .seconds(11)
        driver.run()
        #expect(driver.sends.isEmpty)
        guard case .journal? = driver.machine.tally.stop else {
            Issue.record("not stopped by the journal")
            return
        }
    }

    // MARK: Network failures

    @Test("An item with repeated doubtful attempts is left to the next run and does not fail")
    func triesPerItem() {
        var driver = MachineDriver(
            items: Samples.items(1),
            limits: RunLimits(tries: 3, breakAfter: 100)
        )
        driver.script = Array(repeating: .lost, count: 10)
        driver.run()
        #expect(driver.sends.count == 3)
        #expect(driver.machine.tally.unknown == 1)
        #expect(driver.machine.tally.refused == 0)
        #expect(driver.isDone)
    }

    @Test("Consecutive failures open the breaker, and nothing is sent until a probe succeeds")
    func breaker() {
        var driver = MachineDriver(items: Samples.items(2_000))
        driver.script = Array(repeating: .noConnection, count: 8)
        driver.probes = [.noConnection, .noConnection, .lost]
        driver.run()
        #expect(driver.probesMade.count == 4)
        #expect(driver.machine.tally.uploaded == 2_000)
        #expect(driver.machine.tally.stop == nil)
        // At least two seconds pass between probes.
        let gaps = zip(driver.probesMade, driver.probesMade.dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { $0 >= .seconds(2) })
        // A single request follows the successful probe.
        let after = driver.sends.filter { $0.moment > driver.probesMade[3] }
        #expect(after[1].moment - after[0].moment >= .milliseconds(100))
    }

    @Test("An unreachable service costs a few dozen requests, and the items stay open after the limit")
    func outage() {
        var driver = MachineDriver(items: Samples.items(2_000))
        driver.answersAfterScript = .noConnection
        driver.probes = Array(repeating: .noConnection, count: 1_000)
        driver.run()
        guard case .unreachable? = driver.machine.tally.stop else {
            Issue.record("not stopped as unreachable")
            return
        }
        #expect(driver.sends.count <= 32)
        #expect(driver.machine.tally.open == 2_000)
        #expect(driver.now - start >= .seconds(900))
        #expect(driver.now - start < .seconds(1_000))
        #expect(driver.probesMade.count < 40)
    }

    @Test("A service that answers probes but no uploads is sent only a few uploads")
    func halfDead() {
        var driver = MachineDriver(items: Samples.items(500))
        driver.answersAfterScript = .lost
        driver.run()
        guard case .unreachable? = driver.machine.tally.stop else {
            Issue.record("not stopped as unreachable")
            return
        }
        #expect(driver.sends.count < 60)
    }

    @Test("Beyond ten retries plus a fifth of the successes, the run pauses but fails nothing")
    func retryBudget() {
        // Every third answer is lost: more than a fifth.
        var driver = MachineDriver(
            items: Samples.items(300),
            limits: RunLimits(maxWait: nil, tries: 50)
        )
        driver.script = (0..<600).map { $0.isMultiple(of: 3) ? .lost : .accepted }
        driver.run()
        #expect(driver.machine.tally.settled == 300)
        #expect(driver.machine.tally.stop == nil)
        let retries = driver.sends.count - 300
        let pauses = driver.probesMade.count
        #expect(pauses > 0)
        #expect(retries <= 10 + 300 / 5 + 10 * pauses)
    }

    @Test("The machine requests fewer than three waits per request sent")
    func waits() {
        let budget = RequestBudget(allowance: 360, pace: .steady)
        var driver = MachineDriver(
            items: Samples.items(300),
            limits: RunLimits(maxWait: nil, tries: 50),
            budget: budget
        )
        driver.script = (0..<400).map { $0.isMultiple(of: 7) ? .lost : .accepted }
        driver.run()
        #expect(driver.machine.tally.settled == 300)
        #expect(driver.waits < 3 * driver.sends.count)
    }
}
