private import CLibrary
package import GlossportChecking

/// A fleet in the memory of one process: for the work of one machine with journals in files, and for tests.
package final class LocalFleet: FleetStore {
    private let state = Mutex(State())
    private let time: any TimeSource

    private struct State {
        var projects: [Destination: FleetProject] = [:]
        /// Which turn of each project counts.
        var turns: [Destination: Int64] = [:]
        var workers: [FleetWorkerID: FleetWorker] = [:]
        var nextWorker: Int64 = 1

        /// Before everything else, and with nothing held against it; the turn that is under way counts no longer.
        mutating func makeDue(_ project: inout FleetProject) {
            project.wake = Timestamp(nanoseconds: .min)
            project.failures = 0
            project.note = nil
            turns[project.destination, default: 0] += 1
        }
    }

    /// - Parameter time: The clock of the fleet.
    package init(time: any TimeSource) { self.time = time }

    package func now() -> Timestamp { time.now }

    /// It is the machine's own.
    package func lead(of now: Timestamp) -> Duration { .zero }

    package func submit(
        _ digests: [Destination: InputDigest],
        by person: String
    ) -> [Destination: FleetRevision] {
        let now = time.now
        return state.withLock { state in
            for (destination, digest) in digests {
                let known = state.projects[destination]
                guard known?.revision.digest != digest else { continue }
                let revision = FleetRevision(
                    number: (known?.revision.number ?? 0) + 1,
                    digest: digest,
                    submittedBy: person,
                    submitted: now
                )
                var project = known ?? FleetProject(destination, revision, wake: nil)
                project.revision = revision
                state.makeDue(&project)
                state.projects[destination] = project
            }
            return digests.reduce(into: [:]) { $0[$1.key] = state.projects[$1.key]?.revision }
        }
    }

    package func projects() -> [FleetProject] {
        state.withLock { $0.projects.values.sorted { $0.destination.precedes($1.destination) } }
    }

    package func revisions() -> [Destination: FleetRevision] {
        state.withLock { $0.projects.mapValues(\.revision) }
    }

    package func takeDue(of offers: [Destination: InputDigest]) -> FleetTurn? {
        let now = time.now
        return state.withLock { state in
            let due = state.projects.values.filter { project in
                project.pausedBy == nil && project.wake.map { $0 <= now } ?? false
                    && offers[project.destination] == project.revision.digest
            }
            let next = due.min { left, right in
                left.wake == right.wake
                    ? left.destination.precedes(right.destination) : (left.wake ?? now) < (right.wake ?? now)
            }
            guard var project = next else { return nil }
            project.wake = now + FleetTurn.length
            state.projects[project.destination] = project
            state.turns[project.destination, default: 0] += 1
            return FleetTurn(
                destination: project.destination,
                revision: project.revision.number,
                failures: project.failures,
                lastExit: project.lastExit,
                number: state.turns[project.destination] ?? 0
            )
        }
    }

    package func keep(_ turn: FleetTurn) -> Bool {
        let now = time.now
        return change(turn, ends: false) { $0.wake = now + FleetTurn.length }
    }

    package func note(_ outcome: TurnOutcome, of turn: FleetTurn) -> Bool {
        let now = time.now
        return change(turn, ends: true) { project in
            project.wake =
                switch outcome.wake {
                case .after(let duration): now + duration
                case .at(let moment): moment
                // Nobody tells this store when others have stopped.
                case .whenFree: now + TurnOutcome.pause
                case .never: nil
                }
            project.failures = outcome.failures
            project.lastExit = outcome.exit
            project.lastRun = outcome.run ?? project.lastRun
            project.note = outcome.note
        }
    }

    /// Changes a project if a turn counts.
    private func change(_ turn: FleetTurn, ends: Bool, _ body: (inout FleetProject) -> Void) -> Bool {
        state.withLock { state in
            guard var project = state.projects[turn.destination], state.turns[turn.destination] == turn.number else {
                return false
            }
            body(&project)
            state.projects[turn.destination] = project
            if ends { state.turns[turn.destination] = turn.number + 1 }
            return true
        }
    }

    package func pause(_ destinations: [Destination], by person: String) -> [Destination] {
        change(destinations) { $1.pausedBy = person }
    }

    package func resume(_ destinations: [Destination]) -> [Destination] {
        change(destinations) { $1.pausedBy = nil }
    }

    package func park(_ destination: Destination, note: String) {
        _ = change([destination]) { state, project in
            project.wake = nil
            project.note = note
            state.turns[destination, default: 0] += 1
        }
    }

    package func wake(_ destinations: [Destination]) -> [Destination] { change(destinations) { $0.makeDue(&$1) } }

    private func change(
        _ destinations: [Destination],
        _ body: (inout State, inout FleetProject) -> Void
    ) -> [Destination] {
        state.withLock { state in
            let known = destinations.filter { state.projects[$0] != nil }
            for destination in known {
                if var project = state.projects[destination] {
                    body(&state, &project)
                    state.projects[destination] = project
                }
            }
            return known
        }
    }

    package func register(_ worker: FleetWorker) -> FleetWorkerID {
        let now = time.now
        return state.withLock { state in
            let id = FleetWorkerID(rawValue: state.nextWorker)
            state.nextWorker += 1
            var worker = worker
            (worker.started, worker.seen) = (now, now)
            state.workers[id] = worker
            return id
        }
    }

    package func beat(_ worker: FleetWorkerID, busy: Int, strangers: [Destination]) {
        let now = time.now
        state.withLock { state in
            state.workers[worker]?.busy = busy
            state.workers[worker]?.strangers = strangers
            state.workers[worker]?.seen = now
        }
    }

    package func dismiss(_ worker: FleetWorkerID) { state.withLock { $0.workers[worker] = nil } }

    package func workers() -> [FleetWorker] {
        state.withLock { $0.workers.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value) }
    }
}

extension Destination {
    fileprivate func precedes(_ other: Destination) -> Bool {
        (app, environment.rawValue) < (other.app, other.environment.rawValue)
    }
}
