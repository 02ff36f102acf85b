private import CLibrary
import Glossport
import GlossportProject
import GlossportReading

/// Reports a run to programs, with a line of JSON for each event (`--output jsonl`).
///
/// The journal already contains the events about items and defaults, so a reader that stops does not stop the run.
final class EventStream: Sendable {
    private let time: any TimeSource
    private let state = Mutex(State())

    /// The minimum interval between progress events of an upload.
    private static let progressInterval = Duration.seconds(10)
    /// The shortest wait for the service that is reported.
    private static let shortestReportedWait = Duration.seconds(2)

    private struct State {
        var lastProgress: Timestamp?
        var bound: RequestBudget.Bound?
        var isSilent = false
        /// The last reported end of a wait at each endpoint, except for uploads.
        var waits: [Endpoint: Timestamp] = [:]
    }

    init(_ command: RunCommand, _ stamp: RunStamp, _ time: any TimeSource) {
        self.time = time
        Output.needReader()
        write(
            RunEvent.Begin(
                command: command,
                run: stamp.run.number,
                app: stamp.run.destination.app,
                environment: stamp.run.destination.environment,
                journal: stamp.journal,
                time: stamp.started
            )
        )
    }

    /// Reports the planned work, and the items that will not be sent.
    func show(_ plan: DeliveryPlan, defaults: Int) {
        let now = time.now
        let event = RunEvent.Plan(
            images: plan.images?.plan.items.count ?? 0,
            defaults: defaults,
            forecastSeconds: plan.forecast.inSeconds,
            time: now
        )
        write(Joined(PlanReport.Counts(plan.plans), event))
        let verdicts: [Plan.Action: UploadTally.Failure.Verdict] = [.conflict: .conflict, .refused: .refused]
        for planned in plan.plans.flatMap(\.items) {
            guard let verdict = verdicts[planned.action] else { continue }
            let outcome = ItemOutcome(item: planned.item, verdict: .failed(verdict), reason: planned.reason)
            write(Joined(outcome, RunEvent.Item(time: now)))
        }
    }

    /// Reports an item's result, the reason why an upload waits and, at most every 10 s, the upload's progress.
    func show(_ progress: ImportProgress) {
        let now = time.now
        switch progress {
        case .settled(let outcome): write(Joined(outcome, RunEvent.Item(time: now)))
        case .uploading(let machine):
            if let waiting = waiting(machine.tally, at: now) { write(waiting) }
            guard isDue(at: now) else { return }
            write(RunEvent.Progress(machine, at: now))
        }
    }

    /// Reports a default's result, or the reason why settling waits.
    func show(_ progress: SettleProgress) {
        let now = time.now
        func write(_ desired: DesiredDefault, _ state: String, reason: String? = nil, present: ServiceID? = nil) {
            let event = RunEvent.Default(state: state, reason: reason, present: present, time: now)
            self.write(Joined(desired, event))
        }
        switch progress {
        case .set(let desired): write(desired, "set")
        case .removed(let slot): self.write(Joined(slot, RunEvent.Default(state: "removed", time: now)))
        case .failed(let failed): write(failed.desired, "failed", reason: failed.reason)
        case .conflict(let conflict): write(conflict.desired, "conflict", present: conflict.present)
        case .waiting(let need, let until):
            self.write(RunEvent.Waiting(reason: need?.rawValue ?? "list", until: until, time: now))
        }
    }

    /// Reports that a list, a default or a query must wait for at least 2 s, once for each end time.
    func show(wait endpoint: Endpoint, until moment: Timestamp) {
        let now = time.now
        let isNew = state.withLock { state in
            guard moment - now >= Self.shortestReportedWait, state.waits[endpoint] != moment else { return false }
            state.waits[endpoint] = moment
            return true
        }
        guard isNew else { return }
        write(RunEvent.Waiting(reason: "service", endpoint: endpoint.rawValue, until: moment, time: now))
    }

    func show(_ silence: Silence) {
        write(
            RunEvent.Waiting(
                reason: "outage",
                endpoint: silence.endpoint.rawValue,
                until: silence.until,
                time: time.now
            )
        )
    }

    /// Writes the last line, with the result of the run.
    func end(_ report: some Encodable & Sendable) {
        write(Joined(report, RunEvent.End(time: time.now)))
    }

    private func write(_ event: some Encodable & Sendable) {
        Output.line(JSON.line(event))
        Output.flush()
    }

    private func isDue(at now: Timestamp) -> Bool {
        state.withLock { state in
            let last = state.lastProgress
            if let last, now - last < Self.progressInterval { return false }
            state.lastProgress = now
            return last != nil
        }
    }

    /// The event for a wait of the upload that has just begun; `nil` if the reason has not changed or the upload is
    /// stopping.
    private func waiting(_ tally: UploadTally, at now: Timestamp) -> RunEvent.Waiting? {
        let isNew = state.withLock { state in
            defer { (state.bound, state.isSilent) = (tally.bound, tally.silentSince != nil) }
            return (state.bound != tally.bound, !state.isSilent && tally.silentSince != nil)
        }
        let reason: String
        switch tally.bound {
        case _ where isNew.1: reason = "outage"
        case .hour where isNew.0: reason = "quota"
        case .service where isNew.0: reason = "throttled"
        default: return nil
        }
        guard tally.stop == nil else { return nil }
        return RunEvent.Waiting(reason: reason, until: tally.waitsUntil, time: now)
    }
}

/// The lines of an ``EventStream``; the JSON is stable.
enum RunEvent {
    struct Begin: Encodable {
        var event = "begin"
        var schema = "glossport.events/1"
        var command: RunCommand
        var run: Int64
        var app: String
        var environment: ServiceEnvironment
        var journal: String
        var version = GlossportCommand.version
        var time: Timestamp
    }

    /// The plan, joined with the total counts of messages and images.
    struct Plan: Encodable {
        var event = "plan"
        var images: Int
        var defaults: Int
        /// The minimum duration of the uploads.
        var forecastSeconds: Double
        var time: Timestamp
    }

    /// The result of an item, joined with an ``ItemOutcome``.
    struct Item: Encodable {
        var event = "item"
        var time: Timestamp
    }

    /// The result of a default, joined with the ``DesiredDefault`` or, for a removed default, with its slot.
    struct Default: Encodable {
        var event = "default"
        var state: String
        var reason: String?
        var present: ServiceID?
        var time: Timestamp
    }

    struct Waiting: Encodable {
        var event = "waiting"
        var reason: String
        /// The endpoint of the request that waits; absent if an upload waits, or settling waits for its next check.
        var endpoint: String?
        var until: Timestamp?
        var time: Timestamp
    }

    /// The progress of the upload of one kind of item.
    struct Progress: Encodable {
        var event = "progress"
        var total, settled, unknown, inFlight, requests, throttled: Int
        /// The minimum time for the remaining items at the current pace.
        var leftSeconds: Double
        var time: Timestamp

        init(_ machine: UploadMachine, at now: Timestamp) {
            let tally = machine.tally
            total = tally.total
            settled = tally.settled
            unknown = tally.unknown
            inFlight = tally.inFlight
            requests = tally.requests
            throttled = tally.throttled
            leftSeconds = machine.timeLeft(at: now).inSeconds
            time = now
        }
    }

    /// The last line, joined with the command's document.
    struct End: Encodable {
        var event = "end"
        var time: Timestamp
    }
}
