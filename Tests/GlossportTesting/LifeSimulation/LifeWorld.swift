private import CLibrary
import Glossport
import GlossportProject

/// The state that outlives the processes: the clock, the services and the referee.
final class LifeWorld: Sendable {
    let scenario: LifeScenario
    let mutant: LifeMutant?
    let executor: LifeExecutor
    let clock: LifeClock
    private let state: Mutex<State>

    struct State: Sendable {
        var random: SeededRandom
        var stores: [ServiceEnvironment: LifeStore] = [:]
        var referee: LifeReferee
        var report = LifeReport()
        /// Whether the faults are over.
        var isCalm = false
        var outUntil: Timestamp?
        /// Whether the translators have corrected the texts that the service refuses.
        var acceptsTexts = false
        /// The slots that the service refuses to show, with its answers.
        var unreadable: [ServiceEnvironment: [DefaultSlot: Answer]] = [:]
        var revoked: Timestamp?
        /// The actions that sleeping machines perform when they wake.
        var sleepers: [@Sendable () -> Void] = []

        /// Returns whether a fault occurs now.
        mutating func strikes(_ probability: Double) -> Bool { !isCalm && random.chance(probability) }

        /// Returns the default of a slot, or a refusal if the service refuses to show it.
        mutating func shownDefault(_ slot: DefaultSlot, in environment: ServiceEnvironment) -> (Answer, ServiceID?) {
            if let refusal = unreadable[environment]?[slot], !isCalm {
                report.unread += 1
                return (refusal, nil)
            }
            return stores[environment]?.getDefault(slot) ?? (Answer(.unknown), nil)
        }
    }

    init(_ scenario: LifeScenario, mutant: LifeMutant?) {
        self.scenario = scenario
        self.mutant = mutant
        executor = LifeExecutor(seed: scenario.shufflesJobs ? scenario.seed ^ 0x0DDB_A115 : nil)
        clock = LifeClock(now: Timestamp(seconds: 1_790_000_000))
        var state = State(random: SeededRandom(seed: scenario.seed), referee: LifeReferee(scenario))
        for environment in ServiceEnvironment.allCases {
            state.stores[environment] = LifeStore()
            state.stores[environment]?.capacity = scenario.capacity
        }
        self.state = Mutex(state)
    }

    var now: Timestamp { clock.now }

    func with<Value>(_ body: (inout State) -> Value) -> Value { state.withLock { body(&$0) } }

    func draw(_ range: ClosedRange<Int>) -> Int {
        state.withLock { Int.random(in: range, using: &$0.random) }
    }

    func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[draw(0...(elements.count - 1))]
    }

    func happens(_ probability: Double) -> Bool { state.withLock { $0.random.chance(probability) } }

    func strikes(_ probability: Double) -> Bool { state.withLock { $0.strikes(probability) } }

    /// Schedules Apple's review of an upload.
    func scheduleReview(_ id: ServiceID, in environment: ServiceEnvironment) {
        let wait = Duration.seconds(draw(1...14_400))
        let isRejected = strikes(scenario.faults.rejection)
        clock.after(wait) { [self] in
            let now = clock.now
            state.withLock { state in
                guard !state.isCalm else { return }
                state.stores[environment]?.review(id, isRejected ? .rejected : .approved, at: now)
            }
        }
    }

    /// Whether the service refuses a message's text.
    func refuses(_ id: ServiceID) -> Bool {
        var random = SeededRandom(seed: id.bytes.reduce(scenario.seed) { $0 &* 31 &+ UInt64($1) })
        return random.chance(scenario.faults.refusal) && !state.withLock(\.acceptsTexts)
    }

    /// Schedules the deletion of a message by another tool, perhaps before any list contains it.
    func scheduleDeletion(_ id: ServiceID, in environment: ServiceEnvironment) {
        clock.after(.milliseconds(draw(1...60_000))) { [self] in
            let now = clock.now
            trace("  another tool deletes \(id)")
            state.withLock { state in
                guard !state.isCalm else { return }
                _ = state.stores[environment]?.delete(.message, id, at: now)
                state.referee.otherToolDeletes(id, in: environment)
            }
        }
    }

    /// Runs a process until it ends.
    ///
    /// - Parameters:
    ///   - process: A process that has not begun its work.
    ///   - body: The work; its result is ignored if the process died.
    /// - Returns: The result; `nil` if the process died, threw an error or did not end.
    func run<Value: Sendable>(
        _ process: LifeProcess,
        _ body: @escaping @Sendable (LifeProcess) async throws -> Value
    ) -> Value? {
        let result = Mutex<(isDone: Bool, value: Value?)>((false, nil))
        let box = LifeBox(result)
        let started = clock.now
        let task = Task(executorPreference: executor) { [box] in
            let value = try? await body(process)
            box.result.withLock { $0 = (true, value) }
        }
        process.onDeath { task.cancel() }
        var steps = 0
        while !box.result.withLock({ $0.isDone }) {
            if executor.runOne() {
                steps += 1
            } else if !clock.advance() {
                fail("L11", "\(process.command) waits for nothing")
                break
            }
            let now = clock.now
            if let stopped = process.facts.stopped, now - stopped > .seconds(60) {
                fail("L10", "\(process.command) goes on for a minute after it was asked to stop")
                break
            }
            if steps > 200_000 || now - started > .seconds(30 * 3_600) {
                fail("L11", "\(process.command) does not come to an end (\(steps) steps, \(now - started))")
                break
            }
        }
        if !box.result.withLock({ $0.isDone }) {
            process.die()
            var limit = 100_000
            while limit > 0, !box.result.withLock({ $0.isDone }), executor.runOne() || clock.advance() { limit -= 1 }
        }
        state.withLock { state in
            state.report.lives += 1
            state.report.steps += steps
            if process.isDead { state.report.crashes += 1 }
        }
        let value = box.result.withLock { $0.value }
        trace("\(process.command) ends\(process.isDead ? ", dead" : ""): \(value.map { "\($0)" } ?? "-")")
        return process.isDead ? nil : value
    }

    /// Wakes some of the sleeping machines.
    func wakeSome() {
        let sleepers = with { state in
            defer { state.sleepers = [] }
            return state.sleepers
        }
        for wake in sleepers {
            if happens(0.5) { wake() } else { with { $0.sleepers.append(wake) } }
        }
    }

    /// Prints an event if the scenario is traced.
    func trace(_ text: @autoclosure () -> String) {
        if scenario.isTraced { print("\(clock.now.seconds - 1_790_000_000) \(text())") }
    }

    func fail(_ invariant: String, _ sentence: String) {
        state.withLock { $0.referee.fail(invariant, sentence) }
    }
}

/// A lock that several closures share.
private final class LifeBox<Value: Sendable>: Sendable {
    let result: Mutex<Value>

    init(_ result: consuming Mutex<Value>) { self.result = result }
}

/// The result of a simulated life, or of many.
package struct LifeReport: Sendable, Equatable {
    /// The violations; empty if all invariants hold.
    package var violations: [String] = []
    /// The number of processes that ran.
    package var lives = 0
    package var crashes = 0
    package var stops = 0
    package var sleeps = 0
    /// The number of jobs that ran.
    package var steps = 0
    package var calls = 0
    package var faults = 0
    package var throttled = 0
    package var uploads = 0
    package var defaults = 0
    package var deletions = 0
    package var conflicts = 0
    /// Vanished items that were offered for upload again.
    package var vanished = 0
    /// Uploads whose text the service refused.
    package var refused = 0
    /// Defaults that the service refused to show.
    package var unread = 0
    /// Imports that were refused because they would have set texts back.
    package var refusals = 0
    /// Calls of `defaults hold` and `defaults release`.
    package var holds = 0
    /// Defaults that were rolled back.
    package var rollbacks = 0
    /// Commands that ended with 0.
    package var claims = 0
    /// The simulated time from start to end.
    package var time = Duration.zero

    package init() {}

    package mutating func add(_ other: LifeReport) {
        violations += other.violations
        lives += other.lives
        crashes += other.crashes
        stops += other.stops
        sleeps += other.sleeps
        steps += other.steps
        calls += other.calls
        faults += other.faults
        throttled += other.throttled
        uploads += other.uploads
        defaults += other.defaults
        deletions += other.deletions
        conflicts += other.conflicts
        vanished += other.vanished
        refused += other.refused
        unread += other.unread
        refusals += other.refusals
        holds += other.holds
        rollbacks += other.rollbacks
        claims += other.claims
        time += other.time
    }
}
