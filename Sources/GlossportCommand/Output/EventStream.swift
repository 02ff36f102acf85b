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
        let begin = RunEvent.Begin(command: command, run: stamp.run.number, journal: stamp.journal)
        write("begin", Joined(begin, stamp.run.destination), at: stamp.started)
    }

    /// Reports the planned work, and the items that will not be sent.
    func show(_ plan: DeliveryPlan, defaults: Int) {
        let images = plan.images?.items.count ?? 0
        let event = RunEvent.Plan(images: images, defaults: defaults, forecastSeconds: plan.forecast.inSeconds)
        write("plan", Joined(PlanReport.Counts(plan.plans), event))
        let verdicts: [Plan.Action: UploadTally.Failure.Verdict] = [.conflict: .conflict, .refused: .refused]
        for planned in plan.plans.flatMap(\.items) {
            guard let verdict = verdicts[planned.action] else { continue }
            write("item", ItemOutcome(item: planned.item, verdict: .failed(verdict), reason: planned.reason))
        }
    }

    /// Reports an item's result, the reason why an upload waits and, at most every 10 s, the upload's progress.
    func show(_ progress: ImportProgress) {
        switch progress {
        case .settled(let outcome): write("item", outcome)
        case .uploading(let machine):
            if let waiting = waiting(machine.tally) { write("waiting", waiting) }
            let now = time.now
            guard isDue(at: now) else { return }
            write("progress", RunEvent.Progress(machine, at: now), at: now)
        }
    }

    /// Reports a default's result, or the reason why settling waits.
    func show(_ progress: SettleProgress) {
        func show(_ slot: some Encodable & Sendable, _ event: RunEvent.Default) {
            write("default", Joined(slot, event))
        }
        switch progress {
        case .set(let desired): show(desired, RunEvent.Default(state: "set"))
        case .removed(let slot): show(slot, RunEvent.Default(state: "removed"))
        case .failed(let failed): show(failed.desired, RunEvent.Default(state: "failed", reason: failed.reason))
        case .conflict(let conflict):
            show(conflict.desired, RunEvent.Default(state: "conflict", present: conflict.present))
        case .waiting(let need, let until):
            write("waiting", RunEvent.Waiting(reason: need?.rawValue ?? "list", until: until))
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
        write("waiting", RunEvent.Waiting(reason: "service", endpoint: endpoint, until: moment), at: now)
    }

    func show(_ silence: Silence) {
        write("waiting", RunEvent.Waiting(reason: "outage", endpoint: silence.endpoint, until: silence.until))
    }

    /// Writes the last line, with the result of the run.
    func end(_ report: some Encodable & Sendable) { write("end", report) }

    private func write(_ event: String, _ body: some Encodable & Sendable, at moment: Timestamp? = nil) {
        Output.line(JSON.line(Joined(body, RunEvent.Head(event: event, time: moment ?? time.now))))
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
    private func waiting(_ tally: UploadTally) -> RunEvent.Waiting? {
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
        return RunEvent.Waiting(reason: reason, until: tally.waitsUntil)
    }
}

/// The lines of an ``EventStream``; the JSON is stable.
enum RunEvent {
    /// The members that all events have.
    struct Head: Encodable {
        var event: String
        var time: Timestamp
    }

    /// The first line, joined with the run's destination.
    struct Begin: Encodable {
        var schema = "glossport.events/1"
        var command: RunCommand
        var run: Int64
        var journal: String
        var version = GlossportCommand.version
    }

    /// The plan, joined with the total counts of messages and images.
    struct Plan: Encodable {
        var images, defaults: Int
        /// The minimum duration of the uploads.
        var forecastSeconds: Double
    }

    /// The result of a default, joined with the ``DesiredDefault`` or, for a removed default, with its slot.
    struct Default: Encodable {
        var state: String
        var reason: String?
        var present: ServiceID?
    }

    struct Waiting: Encodable {
        var reason: String
        /// The endpoint of the request that waits; absent if an upload waits, or settling waits for its next check.
        var endpoint: Endpoint?
        var until: Timestamp?
    }

    /// The progress of the upload of one kind of item.
    struct Progress: Encodable {
        var total, settled, unknown, inFlight, requests, throttled: Int
        /// The minimum time for the remaining items at the current pace.
        var leftSeconds: Double

        init(_ machine: UploadMachine, at now: Timestamp) {
            let tally = machine.tally
            (total, settled, unknown) = (tally.total, tally.settled, tally.unknown)
            (inFlight, requests, throttled) = (tally.inFlight, tally.requests, tally.throttled)
            leftSeconds = machine.timeLeft(at: now).inSeconds
        }
    }
}
