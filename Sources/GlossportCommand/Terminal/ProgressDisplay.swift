import Glossport
private import Synchronization

/// Shows how an upload goes: one live block on a terminal, a line now and then elsewhere.
final class ProgressDisplay: Sendable {
    private let total: Int
    private let time: any TimeSource
    private let started: Timestamp
    private let state = Mutex(State())

    private struct State {
        var lastShown: Timestamp?
        var lines = 0
        var bound: RequestBudget.Bound?
        var throttled = 0
    }

    init(total: Int, time: any TimeSource) {
        self.total = total
        self.time = time
        started = time.now
    }

    /// Called after each event of the uploader; draws ten times a second at the most.
    func show(_ machine: UploadMachine) {
        let now = time.now
        let text = state.withLock { state -> String? in
            Terminal.stderr.isInteractive ? block(machine, &state, now) : event(machine, &state, now)
        }
        if let text { Output.draw(text) }
    }

    /// Clears the block, so that the summary stands in its place.
    func finish() {
        let text = state.withLock { state in
            defer { state.lines = 0 }
            return Self.erase(state.lines)
        }
        if !text.isEmpty { Output.draw(text) }
    }

    private func block(_ machine: UploadMachine, _ state: inout State, _ now: Timestamp) -> String? {
        if let last = state.lastShown, now - last < .milliseconds(100) { return nil }
        state.lastShown = now
        let tally = machine.tally
        let done = tally.settled
        let elapsed = Double((now - started).nanoseconds) / 1e9
        let rate = elapsed > 0.2 ? Double(done) / elapsed : 0
        let width = 30
        let filled = total > 0 ? done * width / total : width
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        var facts = ["\(Plural.grouped(done)) of \(Plural.grouped(total))", "\(tally.inFlight) in flight"]
        if rate > 0 { facts.append(rate < 10 ? "\(Double(Int(rate * 10)) / 10)/s" : "\(Plural.grouped(Int(rate)))/s") }
        let open = total - done
        let byRate = rate > 0 ? Duration.seconds(Double(open) / rate) : .zero
        if open > 0, rate > 0 {
            facts.append(
                "\(TimeText.duration(max(machine.timeLeft(at: now), tally.bound == .connection ? byRate : .zero))) left"
            )
        }
        let first = "\(Terminal.stderr.paint(bar, .green))  \(facts.joined(separator: " · "))"
        let second = Terminal.stderr.paint("  " + Self.sentence(tally, at: now), .dim)
        let text = Self.erase(state.lines) + first + "\n" + second + "\n"
        state.lines = 2
        return text
    }

    /// Off a terminal: what is of note, and a line a minute.
    private func event(_ machine: UploadMachine, _ state: inout State, _ now: Timestamp) -> String? {
        let tally = machine.tally
        defer {
            state.bound = tally.bound
            state.throttled = tally.throttled
        }
        let isNew = tally.bound != state.bound && (tally.bound == .hour || tally.bound == .service)
        let isDue = state.lastShown.map { now - $0 >= .seconds(60) } ?? false
        if state.lastShown == nil { state.lastShown = now }
        guard isNew || isDue || tally.throttled > 0 && state.throttled == 0 else { return nil }
        state.lastShown = now
        return
            "\(Plural.grouped(tally.settled)) of \(Plural.grouped(total)) uploaded; \(Self.sentence(tally, at: now))\n"
    }

    private static func sentence(_ tally: UploadTally, at now: Timestamp) -> String {
        if tally.stop != nil { return "stopping" }
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

    private static func erase(_ lines: Int) -> String {
        String(repeating: "\u{1B}[1A\u{1B}[2K", count: lines)
    }
}
