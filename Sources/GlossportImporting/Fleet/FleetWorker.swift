package import GlossportChecking

/// A process that works for a fleet.
package struct FleetWorker: Sendable, Hashable {
    package var host: String
    package var process: Int
    /// Of glossport.
    package var version: String
    /// How many projects it works at, at the most.
    package var slots: Int
    /// How many it works at.
    package var busy = 0
    /// The projects whose files there are not what was submitted.
    package var strangers: [Destination] = []
    package var started: Timestamp
    /// When it was last heard of.
    package var seen: Timestamp

    package init(host: String, process: Int, version: String, slots: Int, started: Timestamp, seen: Timestamp) {
        self.host = host
        self.process = process
        self.version = version
        self.slots = slots
        self.started = started
        self.seen = seen
    }

    /// A worker that was silent for longer is gone.
    package static let silence = Duration.seconds(120)

    /// Whether it is at work.
    package func isAlive(at now: Timestamp) -> Bool { now - seen < Self.silence }
}

/// A worker as a store knows it.
package struct FleetWorkerID: RawRepresentable, Sendable, Hashable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }
}
