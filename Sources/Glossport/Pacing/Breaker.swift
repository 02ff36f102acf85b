/// A circuit breaker: stops sending while the service does not respond, and resumes carefully.
///
/// It opens after several failures in a row (no connection, no answer, 5xx), and nothing is sent. After its wait, one
/// cheap list call probes the service. If the probe gets through, one request is sent; if it is answered, the breaker
/// closes. Each failure on the way opens it again, for longer.
package struct Breaker: Sendable, Hashable {
    /// The number of failures in a row that opens it.
    package let threshold: Int
    package private(set) var state = State.closed
    /// The time of the first of the failures in a row; `nil` without one.
    package private(set) var silentSince: Timestamp?
    private var opened: Timestamp?
    private(set) var failuresInARow = 0
    private var openings = 0

    /// The wait after the breaker first opens; it doubles with each further opening, up to ``longestWait``.
    static let firstWait = Duration.seconds(2)
    static let longestWait = Duration.seconds(60)

    /// The state, which decides which requests may be sent.
    package enum State: Sendable, Hashable {
        /// All requests may be sent.
        case closed
        /// Nothing may be sent before this moment; then a probe.
        case open(until: Timestamp)
        /// A probe is under way; nothing else may be sent.
        case probing
        /// One request may be sent.
        case trial
    }

    package init(threshold: Int) { self.threshold = max(1, threshold) }

    /// The maximum number of requests in flight that the breaker permits.
    package var limit: Int {
        switch state {
        case .closed: .max
        case .trial: 1
        case .open, .probing: 0
        }
    }

    /// Records that a request ended without a definite answer.
    ///
    /// A request `sent` before the breaker opened proves nothing about the time afterwards.
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
        // No new evidence: the request was sent before the breaker opened.
        case .open: break
        }
    }

    /// Records a definite answer of any kind, which proves that the service is reachable.
    package mutating func recordAnswer() {
        failuresInARow = 0
        silentSince = nil
        openings = 0
        state = .closed
    }

    /// Records that the probe was answered.
    package mutating func recordProbeAnswer() {
        if state == .probing { state = .trial }
    }

    /// Permits a probe, and nothing else.
    package mutating func beginProbe() { state = .probing }

    /// Withdraws a probe that was not sent; the next probe may be sent without a wait.
    mutating func abandonProbe(at now: Timestamp) {
        if state == .probing { state = .open(until: now) }
    }

    /// Opens the breaker; the wait doubles each time, up to ``longestWait``.
    package mutating func open(at now: Timestamp, using random: inout some RandomNumberGenerator) {
        openings += 1
        silentSince = silentSince ?? now
        opened = now
        let wait = min(Self.firstWait * (1 << min(openings - 1, 8)), Self.longestWait).nanoseconds
        // Randomize the second half of the wait: several machines should not return together, and none should return at
        // once.
        state = .open(until: now + .nanoseconds(Int64.random(in: wait / 2...wait, using: &random)))
    }
}
