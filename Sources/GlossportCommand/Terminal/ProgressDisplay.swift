private import CLibrary
import GlossportImporting

/// Shows how an upload goes: one live block on a terminal, a line now and then elsewhere.
final class ProgressDisplay: Sendable {
    private let time: any TimeSource
    private let started: Timestamp
    private let state = Mutex(State())

    private struct State {
        var lastShown: Timestamp?
        var bound: RequestBudget.Bound?
        var isSilent = false
        var throttled = 0
    }

    init(time: any TimeSource) {
        self.time = time
        started = time.now
    }

    /// Called after each event of the uploader; draws ten times a second at the most.
    func show(_ machine: UploadMachine) {
        let now = time.now
        state.withLock { state in
            guard Terminal.stderr.isInteractive else {
                if let line = event(machine, &state, now) { Output.talk(line) }
                return
            }
            // What begins to bound it is shown at once: the next event may be an hour away.
            let isNew = machine.tally.bound != state.bound || machine.tally.inFlight == 0
            if let last = state.lastShown, now - last < .milliseconds(100), !isNew { return }
            (state.lastShown, state.bound) = (now, machine.tally.bound)
            Output.block(block(machine, now, width: Terminal.stderr.width))
        }
    }

    /// Two lines, neither wider than the terminal: a line that wraps could not be taken away again.
    private func block(_ machine: UploadMachine, _ now: Timestamp, width: Int) -> [String] {
        let tally = machine.tally
        let (done, total) = (tally.settled, tally.total)
        let elapsed = Double((now - started).nanoseconds) / 1e9
        let rate = elapsed > 0.2 ? Double(done) / elapsed : 0
        var facts = ["\(Plural.grouped(done)) of \(Plural.grouped(total))", "\(tally.inFlight) in flight"]
        if rate > 0 { facts.append(rate < 10 ? "\(Double(Int(rate * 10)) / 10)/s" : "\(Plural.grouped(Int(rate)))/s") }
        let open = total - done
        if open > 0, rate > 0 {
            let byRate = tally.bound == .connection ? Duration.seconds(Double(open) / rate) : .zero
            facts.append("\(TimeText.duration(max(machine.timeLeft(at: now), byRate))) left")
        }
        let room = width - 1
        while facts.count > 1, Table.width(facts.joined(separator: " · ")) > room { facts.removeLast() }
        let text = facts.joined(separator: " · ")
        let cells = min(30, room - Table.width(text) - 2)
        let bar = cells >= 5 ? Terminal.stderr.paint(Self.bar(done, of: total, cells), .green) + "  " : ""
        let sentence = Terminal.stderr.paint("  " + Self.sentence(tally, at: now).prefix(max(0, room - 2)), .dim)
        return [bar + text, sentence]
    }

    private static func bar(_ done: Int, of total: Int, _ cells: Int) -> String {
        let filled = total > 0 ? done * cells / total : cells
        return String(repeating: "█", count: filled) + String(repeating: "░", count: cells - filled)
    }

    /// Off a terminal: what is of note, and a line a minute.
    private func event(_ machine: UploadMachine, _ state: inout State, _ now: Timestamp) -> String? {
        let tally = machine.tally
        defer {
            state.bound = tally.bound
            state.isSilent = tally.silentSince != nil
            state.throttled = tally.throttled
        }
        let isNew =
            tally.bound != state.bound && (tally.bound == .hour || tally.bound == .service)
            || (tally.silentSince != nil) != state.isSilent
        let isDue = state.lastShown.map { now - $0 >= .seconds(60) } ?? false
        if state.lastShown == nil { state.lastShown = now }
        guard tally.stop == nil, isNew || isDue || tally.throttled > 0 && state.throttled == 0 else { return nil }
        state.lastShown = now
        return
            "\(Plural.grouped(tally.settled)) of \(Plural.grouped(tally.total)) uploaded; \(Self.sentence(tally, at: now))"
    }

    private static func sentence(_ tally: UploadTally, at now: Timestamp) -> String {
        if tally.stop != nil { return "stopping" }
        if let since = tally.silentSince { return "no answer since \(TimeText.clock(since)): trying now and then" }
        let until = tally.waitsUntil.map { " until \(TimeText.clock($0))" } ?? ""
        switch tally.bound {
        case .connection:
            return tally.throttled > 0
                ? "as fast as the connection takes it, after \(tally.throttled) × 429"
                : "as fast as the connection takes it"
        case .pace: return tally.throttled > 0 ? "the service has throttled: steady pace for an hour" : "steady pace"
        case .hour: return "the hour's allowance is used up: waiting\(until)"
        case .service: return "the service asked to wait\(until)"
        }
    }
}
