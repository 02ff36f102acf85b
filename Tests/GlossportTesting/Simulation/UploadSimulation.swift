import Glossport
import GlossportProject

/// Drives ``UploadMachine`` through one ``Scenario`` in virtual time, with crashes, until everything is settled.
///
/// Single-threaded and without Swift concurrency, so the same seed gives the same run. The journal's rows and the
/// service's messages survive crashes, and ``Referee`` checks both.
///
/// ```swift
/// let report = UploadSimulation(.drawn(from: 4711)).run()
/// precondition(report.violations.isEmpty)
/// ```
package struct UploadSimulation {
    let scenario: Scenario
    let mutant: Mutant?
    var random: SeededRandom
    var journal = SimulatedJournal()
    var service: SimulatedService
    var referee: Referee
    let wanted: [Item]

    var agenda = Heap<Entry>()
    private var scheduled = 0
    var now: Timestamp
    let start: Timestamp

    /// The number of the current process, counted from 1.
    var life = 0
    var machine: UploadMachine?
    private var actsLeft = Int.max
    var nextAttempt: AttemptID = 0
    /// The time when the client's token was signed.
    var tokenBirth: Timestamp
    private var report = SimulationReport()

    /// A deliberate defect, which the referee must detect to prove that its checks work.
    package enum Mutant: String, CaseIterable, Sendable {
        /// Rows are reported as durable before they are.
        case acknowledgesBeforeDurable
        /// A new process does not know the requests already spent.
        case forgetsSpentQuota
        /// A new process does not know that the service asked to wait.
        case forgetsPauses
        /// A new process does not know earlier attempts.
        case forgetsAttempts
        /// Lost replies are recorded as requests that were never sent.
        case booksDoubtAsNotSent
        /// Every message at the service is treated as ours.
        case adoptsEverything
        /// The budget's allowance is larger than the service's.
        case spendsTooMuch
        /// Some ends of attempts are never written.
        case losesEnds
    }

    /// A scheduled event.
    struct Entry: Comparable {
        var moment: Timestamp
        var order: Int
        var life: Int
        var happening: SimulatedEvent

        static func < (left: Entry, right: Entry) -> Bool { (left.moment, left.order) < (right.moment, right.order) }
        static func == (left: Entry, right: Entry) -> Bool { left.order == right.order }
    }

    enum SimulatedEvent {
        case event(UploadMachine.Event)
        case commit(Write, UploadMachine.Event)
        case arrival(Item, SimulatedService.Fate, tokenBirth: Timestamp)
        case lateCommit(ServiceID)
        /// An answer that reaches the client, with the end of the pause that a 429 requests.
        case verdict(ServiceID, Answer, blocked: Timestamp?)
    }

    enum Write {
        case begin(AttemptStart, AttemptID)
        /// The end of an attempt, and the end of the pause that the service has requested, if any.
        case finish(AttemptEnd, blocked: Timestamp?)
    }

    /// - Parameters:
    ///   - scenario: The work and the faults.
    ///   - mutant: A deliberate defect.
    package init(_ scenario: Scenario, mutant: Mutant? = nil) {
        self.scenario = scenario
        self.mutant = mutant
        random = SeededRandom(seed: scenario.seed)
        start = Timestamp(seconds: 1_790_000_000)
        now = start
        tokenBirth = start
        wanted = (0..<scenario.items).map { Self.item($0, scenario) }
        var unacceptable: Set<ServiceID> = []
        var present: [ServiceID] = []
        for item in wanted {
            if random.chance(scenario.unacceptable) {
                unacceptable.insert(item.id)
            } else if random.chance(scenario.present) {
                present.append(item.id)
            }
        }
        service = SimulatedService(scenario, unacceptable: unacceptable, random: &random)
        for id in present.prefix(scenario.capacity) { service.put(id, at: start) }
        referee = Referee(scenario, wanted: wanted, unacceptable: unacceptable, present: present)
    }

    private static func item(_ number: Int, _ scenario: Scenario) -> Item {
        Item(
            id: ServiceID(
                high: 0x5EED_0000_0000_5000 | scenario.seed << 48,
                low: 0x8000_0000_0000_0000 | UInt64(number)
            ),
            message: "keep",
            locale: "de-DE",
            content: .message(MessageContent(header: "", body: "")),
            digest: [],
            origin: scenario.fixedIDs ? .fixed : .derived
        )
    }

    /// Runs the simulation and returns a report with all violations.
    package consuming func run() -> SimulationReport {
        let limit = isCalm(at: start) ? 1 : 400
        while !isFinished, report.lives < limit, report.violations.isEmpty {
            live()
        }
        if !isFinished { referee.fail("I11", "not finished after \(report.lives) runs") }
        let hours = 2 * scenario.items / scenario.allowance + 6
        if now - start > scenario.faultsEnd + RequestBudget.longestPause + HourLedger.hour * hours {
            referee.fail("I11", "finished only after \(now - start)")
        }
        finishWire()
        referee.checkEnd(journal: journal, service: service)
        report.violations += referee.violations
        report.attempts = journal.attempts.count
        report.arrivals = referee.arrivals.count
        report.makespan = (referee.arrivals.last ?? start) - start
        report.throttled = referee.throttled
        return report
    }

    func isCalm(at moment: Timestamp) -> Bool { moment - start >= scenario.faultsEnd }

    private var isFinished: Bool {
        let isFull = service.held.count >= scenario.capacity
        return life > 0
            && wanted.allSatisfy { item in
                guard let state = journal.records[item.id]?.state else { return isFull }
                return !state.isOpen || isFull
            }
    }

    // MARK: Processes

    /// Runs one process until it ends or crashes.
    private mutating func live() {
        life += 1
        report.lives += 1
        tokenBirth = now
        guard let plan = startRun() else {
            rest()
            return
        }
        let faults = isCalm(at: now) ? Scenario.Faults() : scenario.faults
        actsLeft = random.chance(faults.crash) ? Int.random(in: 1...(4 * scenario.items + 4), using: &random) : .max
        if random.chance(faults.interrupt) {
            schedule(.event(.interrupted), after: .milliseconds(Int64.random(in: 1...600_000, using: &random)))
        }
        if plan.count(.upload) > 0 { handle(.started) }
        while machine != nil {
            guard let entry = agenda.popFirst() else {
                referee.fail("I11", "the machine waits for nothing")
                break
            }
            report.events += 1
            guard report.events < 40_000 + 400 * scenario.items else {
                referee.fail("I11", "the machine does not come to an end")
                break
            }
            now = entry.moment
            happen(entry)
        }
        rest()
    }

    /// Lets time pass between two processes.
    ///
    /// Requests on the wire still arrive, and half of the pending writes still succeed.
    private mutating func rest() {
        machine = nil
        var pause = Duration.milliseconds(Int64.random(in: 1_000...300_000, using: &random))
        if let resume = report.resumeAt, random.chance(0.5) { pause = max(pause, resume - now) }
        report.resumeAt = nil
        let until = now + pause
        while let entry = agenda.first, entry.moment <= until {
            _ = agenda.popFirst()
            now = entry.moment
            happen(entry)
        }
        now = until
    }

    /// Delivers the requests that are still on the wire, however late they arrive.
    private mutating func finishWire() {
        while let entry = agenda.popFirst() {
            now = max(now, entry.moment)
            switch entry.happening {
            case .arrival, .lateCommit: happen(entry)
            case .event, .commit, .verdict: break
            }
        }
    }

    /// Performs the steps before the uploads: usually a list request, then the plan and the queue.
    private mutating func startRun() -> Plan? {
        let faults = isCalm(at: now) ? Scenario.Faults() : scenario.faults
        if isOut(at: now) { return nil }
        if random.chance(faults.listFailure) { return nil }
        let lag = faults.staleLists ? Duration.seconds(Int64.random(in: 0...600, using: &random)) : .zero
        let listed = random.chance(0.8) ? service.list(at: now, lag: lag) : nil
        let planner = Planner(
            destination: Destination(app: "com.example.simulated", environment: .sandbox),
            records: journal.records.mapValues { seen($0) },
            listed: listed,
            adoptsFixedIDs: adoptsFixedIDs,
            capacity: max(scenario.items, Plan.standardCapacity)
        )
        let budget = self.budget()
        var plan = planner.plan(wanted, incomplete: 0, budget: budget, at: now)
        if mutant == .adoptsEverything {
            for index in plan.items.indices where plan.items[index].evidence != nil {
                plan.items[index].evidence = ItemChange(plan.items[index].item.id, to: .uploaded, proof: .listed)
            }
        }
        journal.want(plan.queue.map(\.item))
        for change in plan.items.compactMap(\.evidence) { settle(change) }
        referee.startsLife(journal: journal, service: service, toUpload: plan.count(.upload))
        let limits = RunLimits(maxWait: scenario.maxWait, concurrency: scenario.concurrency)
        let seed = random.next()
        let queue = plan.items.filter { $0.action == .upload }.compactMap {
            journal.records[$0.item.id].map { seen($0) }
        }
        machine =
            queue.isEmpty
            ? nil
            : UploadMachine(
                queue: queue,
                limits: limits,
                adoptsFixedIDs: adoptsFixedIDs,
                budget: budget,
                seed: seed
            )
        return plan
    }

    private var adoptsFixedIDs: Bool { mutant == .adoptsEverything }

    private func budget() -> RequestBudget {
        var state = journal.budget(since: now - RequestBudget.memory(of: .uploadMessage))
        if mutant == .forgetsSpentQuota { state.spent = [] }
        if mutant == .forgetsPauses { (state.pausedUntil, state.steadyUntil) = (nil, nil) }
        let allowance = mutant == .spendsTooMuch ? scenario.allowance * 5 / 4 + 1 : scenario.allowance
        return RequestBudget(of: .uploadMessage, allowance: allowance, pace: scenario.pace, state: state, at: now)
    }

    /// Returns a record as the machine sees it.
    func seen(_ record: ItemRecord) -> ItemRecord {
        guard mutant == .forgetsAttempts else { return record }
        return ItemRecord(item: record.item, state: record.state == .sending ? .planned : record.state)
    }

    func isOut(at moment: Timestamp) -> Bool {
        !isCalm(at: moment) && scenario.faults.outages.contains { $0.contains(moment - start) }
    }

    // MARK: Scheduled events

    mutating func schedule(_ happening: SimulatedEvent, after wait: Duration) {
        schedule(happening, at: now + wait)
    }

    mutating func schedule(_ happening: SimulatedEvent, at moment: Timestamp) {
        scheduled += 1
        agenda.insert(Entry(moment: max(moment, now), order: scheduled, life: life, happening: happening))
    }

    /// Passes an event to the machine and performs its effects; the process may crash before any of them.
    mutating func handle(_ event: UploadMachine.Event) {
        guard let effects = machine?.handle(event, at: now) else { return }
        for effect in effects {
            actsLeft -= 1
            guard actsLeft > 0 || isCalm(at: now) else {
                report.crashes += 1
                machine = nil
                return
            }
            if case .done = effect, let machine {
                if case .quota(let quota)? = machine.tally.stop { report.resumeAt = quota.resumeAt }
                referee.endsLife(machine.tally, journal: journal)
                self.machine = nil
                return
            }
            perform(effect)
        }
    }

    mutating func settle(_ change: ItemChange) {
        journal.apply(change)
        referee.settles(change, service: service)
    }
}

package struct SimulationReport: Sendable {
    /// The violations; empty if all invariants hold.
    package var violations: [String] = []
    /// The number of processes that ran.
    package var lives = 0
    package var crashes = 0
    package var events = 0
    package var attempts = 0
    package var arrivals = 0
    package var throttled = 0
    /// The time from the start to the arrival of the last request.
    package var makespan = Duration.zero
    var resumeAt: Timestamp?

    package init() {}
}
