private import CLibrary
import Glossport
import GlossportReading

/// Shows the progress of an upload: a live block on a terminal, occasional lines elsewhere.
final class ProgressDisplay: Sendable {
    private let time: any TimeSource
    private let started: Timestamp
    private let state: Mutex<State>

    private struct State {
        var estimate: ProgressEstimate
        var total: Int?
        var settled = 0
        var lastShown: Timestamp?
        var bound: RequestBudget.Bound?
        var isSilent = false
        var throttled = 0
        /// When output is redirected, the number of ``firstLines`` that were due when the last line was printed.
        var lines = 0
    }

    /// The times of the first lines when output is redirected; later lines follow once a minute.
    private static let firstLines: [Duration] = [.seconds(5), .seconds(15), .seconds(30), .seconds(60)]

    init(time: any TimeSource) {
        self.time = time
        started = time.now
        state = Mutex(State(estimate: ProgressEstimate(started: started)))
    }

    /// Called after each event of the uploader; redraws at most ten times a second, unless the limit has changed or
    /// nothing is in flight.
    func show(_ machine: UploadMachine) {
        let now = time.now
        state.withLock { state in
            // Images and messages are uploaded one after the other, each with its own estimate.
            if let total = state.total, total != machine.tally.total || machine.tally.settled < state.settled {
                state.estimate = ProgressEstimate(started: now)
            }
            (state.total, state.settled) = (machine.tally.total, machine.tally.settled)
            state.estimate.record(machine.tally.settled, at: now)
            guard Terminal.stderr.isInteractive else {
                if isDue(machine.tally, &state, now) {
                    Output.report(text(machine, state.estimate, now).line(at: now, TimeText.time))
                }
                return
            }
            // Shows a new limit or an idle uploader immediately, because the next event may be an hour away.
            let isNew = machine.tally.bound != state.bound || machine.tally.inFlight == 0
            if let last = state.lastShown, now - last < .milliseconds(100), !isNew { return }
            (state.lastShown, state.bound) = (now, machine.tally.bound)
            Output.block(Self.block(text(machine, state.estimate, now), width: Terminal.stderr.width))
        }
    }

    private func text(_ machine: UploadMachine, _ estimate: ProgressEstimate, _ now: Timestamp) -> ProgressText {
        let tally = machine.tally
        return ProgressText(
            tally: tally,
            rate: estimate.rate(at: now),
            left: estimate.timeLeft(
                open: tally.total - tally.settled,
                leastByPace: machine.timeLeft(at: now),
                bound: tally.bound,
                at: now
            ),
            elapsed: now - started
        )
    }

    /// Two lines that fit the terminal, because a wrapped line could not be erased.
    private static func block(_ text: ProgressText, width: Int) -> [String] {
        let facts = [text.count, "\(text.tally.inFlight) in flight", text.speed, text.rest].compactMap(\.self)
        let room = width - 1
        var shown = facts
        while shown.count > 1, DisplayWidth.of(shown.joined(separator: " · ")) > room { shown.removeLast() }
        let line = shown.joined(separator: " · ")
        let cells = min(30, room - DisplayWidth.of(line) - 2)
        let bar =
            cells >= 5
            ? Terminal.stderr.paint(Self.bar(text.tally.settled, of: text.tally.total, cells), .green) + "  " : ""
        let reason = Cut.shortened(text.reason(TimeText.full), to: max(0, room - 2), ellipsis: "…")
        return [bar + line, Terminal.stderr.paint("  " + reason, .dim)]
    }

    private static func bar(_ done: Int, of total: Int, _ cells: Int) -> String {
        let filled = total > 0 ? done * cells / total : cells
        return String(repeating: "█", count: filled) + String(repeating: "░", count: cells - filled)
    }

    /// When output is redirected, whether a line is due: after a notable event or an interval.
    private func isDue(_ tally: UploadTally, _ state: inout State, _ now: Timestamp) -> Bool {
        defer {
            state.bound = tally.bound
            state.isSilent = tally.silentSince != nil
            state.throttled = tally.throttled
        }
        let isNew =
            tally.bound != state.bound && (tally.bound == .hour || tally.bound == .service)
            || (tally.silentSince != nil) != state.isSilent
        let passed = Self.firstLines.count { now - started >= $0 }
        let isTime = passed > state.lines || now - (state.lastShown ?? now) >= .seconds(60)
        guard tally.stop == nil, isNew || isTime || tally.throttled > 0 && state.throttled == 0 else { return false }
        (state.lines, state.lastShown) = (passed, now)
        return true
    }
}

struct ProgressText {
    var tally: UploadTally
    /// Answers per second and the remaining time, if known.
    var rate: Double?
    var left: Duration?
    /// The time since the upload began.
    var elapsed: Duration

    /// For example `113 of 300`.
    var count: String { "\(Plural.grouped(tally.settled)) of \(Plural.grouped(tally.total))" }

    /// For example `0.1/s` or `25/s`; `nil` if unknown.
    var speed: String? {
        guard let rate else { return nil }
        return rate < 10 ? "\(Double(Int(rate * 10)) / 10)/s" : "\(Plural.grouped(Int(rate)))/s"
    }

    /// For example `about 31 min left`; `nil` if unknown.
    var rest: String? { left.map { "about \(TimeText.rough($0)) left" } }

    /// A clause about the limit that determines the speed.
    func reason(_ clock: (Timestamp) -> String) -> String {
        if tally.stop != nil { return "stopping" }
        if let since = tally.silentSince { return "no answer since \(clock(since)): retrying" }
        let until = tally.waitsUntil.map { " until \(clock($0))" } ?? ""
        switch tally.bound {
        case .connection:
            return tally.throttled > 0
                ? "as fast as the connection takes it, after \(tally.throttled) × 429"
                : "as fast as the connection takes it"
        case .pace: return tally.throttled > 0 ? "throttled by the service: steady pace for an hour" : "steady pace"
        case .hour: return "the hour's quota is used up: waiting\(until)"
        case .service: return "throttled by the service (429): waiting\(until)"
        }
    }

    /// A self-contained line, for example for a build server's log.
    func line(at now: Timestamp, _ clock: (Timestamp) -> String) -> String {
        let facts = [count + " uploaded", speed, rest, elapsed.text + " so far"].compactMap(\.self)
        return "\(clock(now))  \(facts.joined(separator: ", ")); \(reason(clock))"
    }
}
