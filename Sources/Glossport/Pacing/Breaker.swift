/// Stops an upload that meets nothing but silence, and lets it go on carefully.
///
/// After several failures in a row (no connection, no answer, 5xx) it opens: nothing is sent. When its wait is over, one cheap
/// list call probes; if that gets through, one request may go, and if that gets an answer, all is as before. Each failure on
/// the way opens it again, for longer.
package struct Breaker: Sendable, Hashable {
    /// Failures in a row that open it.
    package let threshold: Int
    /// The present state.
    package private(set) var state = State.closed
    /// Since when nothing gets through: the first of the failures in a row.
    package private(set) var silentSince: Timestamp?
    /// When it opened last.
    private var opened: Timestamp?
    private(set) var failuresInARow = 0
    private var openings = 0

    /// The wait after the first failure; it doubles up to ``longestWait``.
    static let firstWait = Duration.seconds(2)
    static let longestWait = Duration.seconds(60)

    /// The requests that may pass.
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

    /// Notes that a request came back without a definite answer.
    ///
    /// - Parameters:
    ///   - sent: When it left; what left before the breaker opened says nothing about what came afterwards.
    ///   - now: The present moment.
    ///   - random: For the wait.
    package mutating func recordFailure(
        sent: Timestamp,
        at now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) {
        failuresInARow += 1
        silentSince = silentSince ?? now
        switch state {
        case .closed: if failuresInARow >= threshold { open(at: now, using: &random) }
        case .trial, .probing: if opened.map({ sent >= $0 }) ?? true { open(at: now, using: &random) }
        // Sent before it opened: says nothing new.
        case .open: break
        }
    }

    /// Notes a definite answer, whatever it was: the service can be reached.
    package mutating func recordAnswer() {
        failuresInARow = 0
        silentSince = nil
        openings = 0
        state = .closed
    }

    /// Notes that the probe got an answer.
    package mutating func recordProbeAnswer() {
        if state == .probing { state = .trial }
    }

    /// Lets a probe go, and nothing else.
    package mutating func beginProbe() { state = .probing }

    /// Takes back a probe that did not leave; the next one may go at once.
    mutating func abandonProbe(at now: Timestamp) {
        if state == .probing { state = .open(until: now) }
    }

    /// Opens it, for a wait that doubles each time.
    package mutating func open(at now: Timestamp, using random: inout some RandomNumberGenerator) {
        openings += 1
        silentSince = silentSince ?? now
        opened = now
        let wait = min(Self.firstWait * (1 << min(openings - 1, 8)), Self.longestWait).nanoseconds
        // At least half: several machines should not come back together, but none at once.
        state = .open(until: now + .nanoseconds(Int64.random(in: wait / 2...wait, using: &random)))
    }
}
