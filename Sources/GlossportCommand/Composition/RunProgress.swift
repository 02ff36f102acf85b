private import CLibrary
import Glossport
import GlossportReading

/// Reports a run's progress to people, and as an event stream to programs (`--output jsonl`).
final class RunProgress: Progress {
    let time = SystemTime.sinceNow
    private let streams: Bool
    private let show: @Sendable (any ProgressEvent) -> Void
    private let state = Mutex(State())

    private struct State {
        var events: EventStream?
        var display: ProgressDisplay?
        /// The start of the outage that was last reported, and the time of the report.
        var silence: (since: Timestamp, reported: Timestamp)?
    }

    /// - Parameters:
    ///   - output: The output form of a command that can print events while it runs; `nil` for other commands.
    ///   - show: Shows the events that are specific to one command.
    init(_ output: OutputForm? = nil, show: @escaping @Sendable (any ProgressEvent) -> Void = { _ in }) {
        streams = output == .jsonl
        self.show = show
    }

    /// The event stream of a run that has begun, if requested.
    var events: EventStream? { state.withLock { $0.events } }

    func report(_ event: any ProgressEvent) {
        switch event {
        case let step as RunStep: report(step)
        case let step as ImportStep: report(step)
        case let progress as ImportProgress: report(progress)
        case let progress as SettleProgress:
            if case .waiting(_, let moment) = progress { giveWay(until: moment) }
            events?.show(progress)
        default: break
        }
        show(event)
    }

    private func report(_ step: RunStep) {
        switch step {
        case .waitingForRun(let error):
            ProjectCall.current?.giveWay()
            Output.report("\(error.message) Waiting for it.")
        case .began(let stamp, let command):
            if streams { state.withLock { $0.events = EventStream(command, stamp, time) } }
        case .waiting(let endpoint, let moment):
            giveWay(until: moment)
            events?.show(wait: endpoint, until: moment)
        case .silent(let silence):
            giveWay(until: silence.until)
            report(silence)
        }
    }

    private func report(_ step: ImportStep) {
        switch step {
        case .planningStopped: Output.report("The service's list was still being read; nothing was sent.")
        case .settingBack(let setBacks):
            Output.report("In production this needs --set-back: \(SetBack.sentence(of: setBacks)).")
            Output.report(list: SetBack.lines(setBacks))
        case .proposed: break
        case .planned(let plan, let defaults):
            reportVanished(plan)
            events?.show(plan, defaults: defaults)
            state.withLock { $0.display = ProgressDisplay(time: time) }
        case .uploaded: Output.clearBlock()
        }
    }

    private func report(_ progress: ImportProgress) {
        if case .uploading(let machine) = progress {
            if let until = machine.tally.waitsUntil { giveWay(until: until) }
            if machine.tally.silentSince != nil { giveWay(until: nil) }
            state.withLock { $0.display }?.show(machine)
        }
        events?.show(progress)
    }

    /// Lets another project run, unless the wait ends within 5 s.
    private func giveWay(until moment: Timestamp?) {
        if moment.map({ $0 - time.now > .seconds(5) }) ?? true { ProjectCall.current?.giveWay() }
    }

    /// Reports that the service does not answer: when an outage begins, and then at most once a minute.
    private func report(_ silence: Silence) {
        let now = time.now
        let isDue = state.withLock { state in
            if let last = state.silence, last.since == silence.since, now - last.reported < .seconds(60) {
                return false
            }
            state.silence = (silence.since, now)
            return true
        }
        // With an outage limit of 0 s, the run does not wait.
        guard isDue, silence.until.map({ $0 > now }) ?? true else { return }
        let end = silence.until.map { " until \(TimeText.time($0))" } ?? ""
        Output.report(
            "No answer from the service since \(TimeText.time(silence.since)) (\(silence.answer.clause)). Trying again\(end); Ctrl-C stops."
        )
        events?.show(silence)
    }

    /// Reports the items that have vanished and are uploaded again.
    private func reportVanished(_ plan: DeliveryPlan) {
        let titles = plan.vanished.map(\.title)
        guard !titles.isEmpty else { return }
        let verb = titles.count == 1 ? "is" : "are"
        Output.report(
            "\(Plural.of(titles.count, "item has", "items have")) vanished from the service, probably deleted by another tool, and \(verb) uploaded again:"
        )
        Output.report(list: titles)
    }
}
