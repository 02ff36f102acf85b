package import GlossportChecking

/// A project that was taken from a fleet to be worked at: one import of it.
package struct FleetTurn: Sendable, Hashable {
    package var destination: Destination
    /// The number of the revision that is to run.
    package var revision: Int64
    /// How many turns in a row had failed before.
    package var failures: Int
    /// How the turn before ended.
    package var lastExit: Int32?
    /// Which of the project's turns it is: it counts no longer once there is another one, or the project was submitted or woken.
    package var number: Int64

    package init(destination: Destination, revision: Int64, failures: Int, lastExit: Int32?, number: Int64) {
        self.destination = destination
        self.revision = revision
        self.failures = failures
        self.lastExit = lastExit
        self.number = number
    }

    /// For how long a project is kept from others when it is taken, and each time that is renewed.
    ///
    /// Not longer than the usual lease: what a machine has left behind waits for both.
    package static let length = Duration.seconds(60)
}
