package import GlossportChecking

/// A project of a fleet, with its state.
package struct FleetProject: Sendable, Hashable {
    package var destination: Destination
    package var revision: FleetRevision
    /// The time when it is due; `nil` until it is submitted or woken.
    package var wake: Timestamp?
    /// The name of the person who paused it.
    package var pausedBy: String?
    /// How many turns in a row have failed.
    package var failures = 0
    /// How its last turn ended: an exit code, or 128 and the number of a signal.
    package var lastExit: Int32?
    package var lastRun: Int64?
    /// Why it waits or is parked.
    package var note: String?
    /// The worker that imports it now.
    package var holder: Worker?
    /// How far it is, where the journal can tell.
    package var progress: Progress?

    /// The number of items by state.
    package struct Progress: Sendable, Hashable {
        package var wanted: Int
        package var done: Int
        package var unknown: Int
        /// Requests of the last hour.
        package var requests: Int

        package init(wanted: Int, done: Int, unknown: Int, requests: Int) {
            self.wanted = wanted
            self.done = done
            self.unknown = unknown
            self.requests = requests
        }
    }

    package init(_ destination: Destination, _ revision: FleetRevision, wake: Timestamp?) {
        self.destination = destination
        self.revision = revision
        self.wake = wake
    }

    /// The state of a project.
    package enum State: String, Sendable, CaseIterable {
        /// Somebody works at it.
        case working
        /// It is next.
        case due
        /// It goes on by itself later.
        case waiting
        /// It needs a person.
        case parked
        /// A person has stopped it.
        case paused
        /// Everything is in its desired state.
        case done
    }

    /// - Parameter now: The present moment.
    /// - Returns: The state.
    package func state(at now: Timestamp) -> State {
        if holder != nil { return .working }
        if pausedBy != nil { return .paused }
        guard let wake else { return note == nil ? .done : .parked }
        return wake <= now ? .due : .waiting
    }

    /// Whether its last turn failed, or it needs a person.
    package func isFailing(at now: Timestamp) -> Bool { failures > 0 || state(at: now) == .parked }
}
