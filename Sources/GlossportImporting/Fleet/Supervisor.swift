package import GlossportChecking

/// Decides what a process that works for a fleet does next.
///
/// A plain value: its owner carries out the step of ``next(at:)``, reports the result to it, and waits until ``wakeUp``
/// or until something happens. It starts nothing, sleeps nowhere and sends no request.
package struct Supervisor: Sendable {
    /// The next step.
    package enum Step: Sendable, Hashable {
        /// Look which projects lie here, and in which state.
        case look
        /// Say that one is alive.
        case beat
        /// Keep a project from others for longer.
        case keep(FleetTurn)
        /// Take the next project that is due.
        case take
        /// End the work at a project, which should have ended by itself.
        case kill(Destination)
        /// Nothing is left to do.
        case end
    }

    /// How often projects are looked for, the store is told that one is alive, and it is asked for what is due.
    package static let pauses = (look: Duration.seconds(60), beat: Duration.seconds(30), take: Duration.seconds(5))

    /// The limit for an import with a deadline of ten minutes: longer means that it hangs.
    ///
    /// Killing it loses nothing.
    package static let longestTurn = Duration.seconds(900)

    /// How many projects are worked at, at the most.
    package let slots: Int
    /// Whether each project that is due gets one turn, and that is all.
    package let isOnce: Bool
    /// The turns that are under way.
    private var turns: [Destination: Running] = [:]

    private struct Running {
        var turn: FleetTurn
        /// When it is to be kept.
        var keepAt: Timestamp
        /// When it has taken too long.
        var killAt: Timestamp
    }

    /// The projects that have had their turn.
    package private(set) var finished: Set<Destination> = []
    /// Whether nothing more is started.
    package private(set) var isDraining = false
    private var lookAt: Timestamp
    private var beatAt: Timestamp
    private var takeAt: Timestamp
    /// Whether nothing was due when it was last asked.
    private var isIdle = false

    /// - Parameters:
    ///   - slots: How many projects to work at, at the most.
    ///   - isOnce: Whether each project that is due gets one turn, and that is all.
    ///   - now: The present moment.
    package init(slots: Int, isOnce: Bool, at now: Timestamp) {
        self.slots = max(1, slots)
        self.isOnce = isOnce
        lookAt = now
        beatAt = now
        takeAt = now
    }

    /// The turns that are under way.
    package var running: [FleetTurn] { turns.values.map(\.turn) }

    /// Until when nothing is to be done, unless something happens.
    package var wakeUp: Timestamp {
        var moments = [beatAt] + turns.values.map { min($0.keepAt, $0.killAt) }
        if !isDraining {
            moments.append(lookAt)
            if turns.count < slots { moments.append(takeAt) }
        }
        return moments.min() ?? beatAt
    }

    /// The next step.
    ///
    /// - Parameter now: The present moment.
    /// - Returns: `nil` for nothing until ``wakeUp``.
    package mutating func next(at now: Timestamp) -> Step? {
        if turns.isEmpty, isDraining || isOnce && isIdle { return .end }
        if !isDraining, now >= lookAt {
            lookAt = now + Self.pauses.look
            return .look
        }
        if now >= beatAt {
            beatAt = now + Self.pauses.beat
            return .beat
        }
        if let hung = turns.values.first(where: { $0.killAt <= now })?.turn.destination {
            turns[hung]?.killAt = now + Self.longestTurn
            return .kill(hung)
        }
        let old = turns.values.filter { $0.keepAt <= now }.min { $0.keepAt < $1.keepAt }
        if let turn = old?.turn {
            turns[turn.destination]?.keepAt = now + FleetTurn.length / 4
            return .keep(turn)
        }
        guard !isDraining, turns.count < slots, now >= takeAt else { return nil }
        // Until the result is reported.
        takeAt = now + Self.pauses.take
        return .take
    }

    /// A project was taken, and is worked at.
    ///
    /// - Parameters:
    ///   - turn: The turn.
    ///   - now: The present moment.
    package mutating func took(_ turn: FleetTurn, at now: Timestamp) {
        turns[turn.destination] = Running(
            turn: turn,
            keepAt: now + FleetTurn.length / 4,
            killAt: now + Self.longestTurn
        )
        takeAt = now
        isIdle = false
    }

    /// Nothing was due.
    ///
    /// - Parameters:
    ///   - now: The present moment.
    ///   - jitter: From 0 to 1, so that workers don't ask at the same moment.
    package mutating func tookNothing(at now: Timestamp, jitter: Double) {
        takeAt = now + Self.pauses.take * (0.5 + jitter / 2)
        isIdle = true
    }

    /// A turn has ended.
    ///
    /// - Parameters:
    ///   - destination: Whose.
    ///   - now: The present moment.
    /// - Returns: The turn.
    package mutating func ended(_ destination: Destination, at now: Timestamp) -> FleetTurn? {
        finished.insert(destination)
        takeAt = min(takeAt, now)
        isIdle = false
        return turns.removeValue(forKey: destination)?.turn
    }

    /// Of what lies here, what may be taken now.
    ///
    /// - Parameter all: The local projects.
    /// - Returns: Without what is worked at, and, if each gets one turn, without what has had it.
    package func offers(_ all: [Destination: InputDigest]) -> [Destination: InputDigest] {
        all.filter { turns[$0.key] == nil && !(isOnce && finished.contains($0.key)) }
    }

    /// The local projects are known now: some may be due.
    package mutating func looked(at now: Timestamp) { takeAt = min(takeAt, now) }

    /// The local projects may have changed.
    package mutating func lookSoon(at now: Timestamp) { lookAt = min(lookAt, now) }

    /// From now on nothing is started.
    package mutating func drain() { isDraining = true }
}
