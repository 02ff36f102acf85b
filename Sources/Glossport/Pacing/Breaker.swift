/// Stops an upload that meets nothing but silence, and lets it go on carefully.
///
/// After several failures in a row (no connection, no answer, 5xx) it opens: nothing is sent. When its wait is over, one cheap
/// list call probes; if that gets through, one request may go, and if that gets an answer, all is as before. Each failure on
/// the way opens it again, for longer.
package struct Breaker: Sendable, Hashable {
    /// Failures in a row that open it.
    package let threshold: Int
    /// What it lets through.
    package private(set) var state = State.closed
    /// Since when nothing gets through.
    package private(set) var openSince: Timestamp?
    private var failuresInARow = 0
    private var openings = 0

    /// The wait after the first failure; it doubles up to ``longestWait``.
    package static let firstWait = Duration.seconds(2)
    package static let longestWait = Duration.seconds(60)

    /// What it lets through.
    package enum State: Sendable, Hashable {
        /// Everything.
        case closed
        /// Nothing before this moment; then a probe.
        case open(until: Timestamp)
        /// Nothing but the probe, which is under way.
        case probing
        /// One request.
        case trial
    }

    package init(threshold: Int) { self.threshold = max(1, threshold) }

    /// How many requests may be in flight as far as this is concerned.
    package var limit: Int {
        switch state {
        case .closed: .max
        case .trial: 1
        case .open, .probing: 0
        }
    }

    /// A request came back without a definite answer.
    package mutating func failed(at now: Timestamp, using random: inout some RandomNumberGenerator) {
        failuresInARow += 1
        switch state {
        case .closed: if failuresInARow >= threshold { open(at: now, using: &random) }
        case .trial, .probing: open(at: now, using: &random)
        // Sent before it opened: says nothing new.
        case .open: break
        }
    }

    /// The service gave a definite answer, whatever it was: it can be reached.
    package mutating func answered() {
        failuresInARow = 0
        openSince = nil
        openings = 0
        state = .closed
    }

    /// The probe got an answer.
    package mutating func probeAnswered() {
        if state == .probing { state = .trial }
    }

    /// The probe is on its way.
    package mutating func probes() { state = .probing }

    /// Opens it, for a wait that doubles from time to time.
    package mutating func open(at now: Timestamp, using random: inout some RandomNumberGenerator) {
        openings += 1
        openSince = openSince ?? now
        let wait = min(Self.firstWait * (1 << min(openings - 1, 8)), Self.longestWait).nanoseconds
        // At least half: several machines should not come back together, but none at once.
        state = .open(until: now + .nanoseconds(Int64.random(in: wait / 2...wait, using: &random)))
    }
}
