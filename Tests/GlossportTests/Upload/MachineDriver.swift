import Glossport
import GlossportProject
import GlossportTesting

/// Drives an ``UploadMachine`` with a script.
///
/// Recording the start of an attempt takes ``commit``, and recording its end no time. Answers arrive after 100 ms, and
/// waits end on time.
struct MachineDriver {
    var machine: UploadMachine
    /// The answers to the next requests, in sending order.
    var script: [Answer] = []
    /// The answer after the script; `nil` interrupts the run, so that nothing more is sent.
    var answersAfterScript: Answer? = .accepted
    /// The answers to probes; accepted afterwards.
    var probes: [Answer] = []
    /// The time until the start of an attempt is recorded.
    var commit = Duration.zero
    var now = Samples.start

    private(set) var sends: [(id: ServiceID, moment: Timestamp)] = []
    private(set) var ends: [AttemptEnd] = []
    private(set) var probesMade: [Timestamp] = []
    private(set) var pauses: [Pause] = []
    private(set) var waits = 0
    /// The outcomes of items, in the order reported by the machine.
    private(set) var outcomes: [ItemOutcome] = []
    private(set) var isDone = false
    private var agenda = Heap<Entry>()
    private var order = 0
    private var attempt: AttemptID = 0

    private struct Entry: Comparable {
        var moment: Timestamp
        var order: Int
        var event: UploadMachine.Event
        static func < (left: Entry, right: Entry) -> Bool { (left.moment, left.order) < (right.moment, right.order) }
        static func == (left: Entry, right: Entry) -> Bool { left.order == right.order }
    }

    init(
        items: [Item],
        history: AttemptHistory = AttemptHistory(),
        limits: RunLimits = RunLimits(),
        budget: RequestBudget = RequestBudget(allowance: 3_600, pace: .hourly)
    ) {
        let queue = items.map { ItemRecord(item: $0, state: .planned, history: history) }
        machine = UploadMachine(queue: queue, limits: limits, budget: budget, seed: 1)
    }

    /// Runs until the machine is done or has handled `limit` events.
    mutating func run(limit: Int = 100_000) {
        handle(.started)
        for _ in 0..<limit {
            guard !isDone, let entry = agenda.popFirst() else { return }
            now = max(now, entry.moment)
            handle(entry.event)
        }
    }

    mutating func schedule(_ event: UploadMachine.Event, at moment: Timestamp) {
        order += 1
        agenda.insert(Entry(moment: moment, order: order, event: event))
    }

    private mutating func handle(_ event: UploadMachine.Event) {
        let effects = machine.handle(event, at: now)
        if let outcome = machine.outcome { outcomes.append(outcome) }
        for effect in effects { perform(effect) }
    }

    private mutating func perform(_ effect: UploadMachine.Effect) {
        switch effect {
        case .begin(let start):
            guard let id = start.item else { return }
            attempt = AttemptID(rawValue: attempt.rawValue + 1)
            schedule(.begun(id, attempt), at: now + commit)
        case .send(let item, _):
            sends.append((item.id, now))
            if let answer = script.isEmpty ? answersAfterScript : script.removeFirst() {
                schedule(.answered(item.id, answer), at: now + .milliseconds(100))
            } else {
                schedule(.interrupted, at: now)
                schedule(.answered(item.id, .throttled()), at: now + .milliseconds(100))
            }
        case .finish(let end):
            ends.append(end)
            if let pause = end.pause { pauses.append(pause) }
            if let change = end.change { schedule(.recorded(change.item), at: now) }
        case .probe:
            probesMade.append(now)
            schedule(.probed(probes.isEmpty ? .accepted : probes.removeFirst()), at: now + .milliseconds(100))
        case .wait(let moment):
            waits += 1
            schedule(.woke(moment), at: moment)
        case .done: isDone = true
        }
    }
}
