/// The consequences of a turn's end: when the project is due again, and what is reported.
package struct TurnOutcome: Sendable, Hashable {
    package var wake: FleetWake
    /// How many turns in a row have failed now.
    package var failures: Int
    package var exit: Int32
    package var run: Int64?
    /// Why the project waits or is parked; `nil` where there is nothing to say.
    package var note: String?

    package init(wake: FleetWake, failures: Int, exit: Int32, run: Int64? = nil, note: String? = nil) {
        self.wake = wake
        self.failures = failures
        self.exit = exit
        self.run = run
        self.note = note
    }

    /// Whether the project needs a person.
    package var isParked: Bool { wake == .never && note != nil }

    /// How long until it is looked whether Apple has approved.
    package static let review = Duration.seconds(900)
    /// The longest pause before a project continues without help.
    package static let pause = Duration.seconds(10)
    /// How often in a row an import may be killed until a person has to look.
    package static let kills = 3
    private static let backoff = (first: Duration.seconds(60), longest: Duration.seconds(3_600))

    /// Decides it.
    ///
    /// - Parameters:
    ///   - end: How the turn ended.
    ///   - turn: The project's state when it was taken.
    ///   - jitter: From 0 to 1, so that not everything comes back at once.
    package init(of end: TurnEnd, _ turn: FleetTurn, jitter: Double) {
        self.init(wake: .never, failures: 0, exit: end.code, run: end.run, note: end.sentence)
        switch end.kind {
        case .done:
            wake = end.isPending ? .after(Self.review) : .never
            note = nil
        case .notYet: wake = end.resumeAt.map { .at($0 + Self.pause * jitter) } ?? .after(Self.review)
        case .unfinished: wake = end.resumeAt.map { .at($0) } ?? .after(Self.pause * jitter)
        case .held: wake = .whenFree
        case .refused: note = note ?? "The import ended with exit code \(end.code)."
        case .failed:
            failures = turn.failures.clampedSum(1)
            wake = .after(Self.wait(after: turn.failures, jitter))
        case .killed:
            // Only kills in a row: an import that fails otherwise in between is another matter.
            failures = turn.lastExit == end.code ? turn.failures.clampedSum(1) : 1
            note = note ?? "The import was killed by signal \(end.code - 128)."
            wake = failures < Self.kills ? .after(Self.wait(after: failures - 1, jitter)) : .never
        }
        // A parked project differs from a done one by its note.
        precondition(wake != .never || end.kind == .done || note != nil)
    }

    /// From half of a time that doubles with each failure to the whole of it.
    private static func wait(after failures: Int, _ jitter: Double) -> Duration {
        let doubled = backoff.first * (1 << min(max(failures, 0), 16))
        return min(doubled, backoff.longest) * (0.5 + 0.5 * min(max(jitter, 0), 1))
    }
}
