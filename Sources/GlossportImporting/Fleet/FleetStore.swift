package import GlossportChecking

/// Where a fleet keeps what is to be done: the projects, what was submitted of them, when each is due, and who works.
///
/// All moments are by the store's own clock, which is the same for all who share it. One conformance kit (`FleetConformance`) holds for all
/// stores. A store that fails throws `GlossportError` with code `journal`.
package protocol FleetStore: Sendable {
    /// The present moment.
    func now() async throws -> Timestamp

    /// How far a machine's clock is from the store's.
    ///
    /// - Parameter now: The present moment by the machine's clock.
    /// - Returns: By how much it is ahead; less than nothing if it is behind.
    /// - Throws: ``GlossportError`` with code `journal`.
    func lead(of now: Timestamp) async throws -> Duration

    /// Records what is to be imported from now on.
    ///
    /// An unchanged submission changes nothing. Anything else becomes the next revision, and is due at once, regardless
    /// of the previous one.
    ///
    /// - Parameters:
    ///   - digests: The submitted projects.
    ///   - person: The name of the submitter.
    /// - Returns: The revisions that hold now.
    /// - Throws: ``GlossportError`` with code `journal`.
    func submit(_ digests: [Destination: InputDigest], by person: String) async throws -> [Destination: FleetRevision]

    /// Every project, by app and environment.
    func projects() async throws -> [FleetProject]

    /// The submitted revision of each project: less than ``projects()`` returns, and cheap with thousands of them.
    func revisions() async throws -> [Destination: FleetRevision]

    /// Takes the project that has been due for longest, and keeps it from others for ``FleetTurn/length``.
    ///
    /// - Parameter offers: The local projects; a project with another submitted revision is not taken.
    /// - Returns: `nil` if none is due.
    /// - Throws: ``GlossportError`` with code `journal`.
    func takeDue(of offers: [Destination: InputDigest]) async throws -> FleetTurn?

    /// Keeps a project from others for another ``FleetTurn/length``.
    ///
    /// - Returns: Whether the turn still counts: not, if the project was submitted, woken or taken by another worker
    ///   meanwhile.
    /// - Throws: ``GlossportError`` with code `journal`.
    func keep(_ turn: FleetTurn) async throws -> Bool

    /// Notes how a turn ended.
    ///
    /// - Parameters:
    ///   - outcome: The result of the turn.
    ///   - turn: The turn.
    /// - Returns: Whether it counted: not, if it has ended before, or if the project was submitted, woken or taken by
    ///   another worker meanwhile. Then nothing is changed.
    /// - Throws: ``GlossportError`` with code `journal`.
    func note(_ outcome: TurnOutcome, of turn: FleetTurn) async throws -> Bool

    /// Lets projects rest until they are resumed.
    ///
    /// - Parameters:
    ///   - destinations: Which ones.
    ///   - person: The person's name and reason.
    /// - Returns: Those of them that there are.
    /// - Throws: ``GlossportError`` with code `journal`.
    func pause(_ destinations: [Destination], by person: String) async throws -> [Destination]

    /// Takes a pause back; what is due then is due.
    ///
    /// - Returns: Those of them that there are.
    /// - Throws: ``GlossportError`` with code `journal`.
    func resume(_ destinations: [Destination]) async throws -> [Destination]

    /// Parks a project until a person submits or wakes it; the turn that is under way counts no longer.
    ///
    /// - Parameters:
    ///   - destination: The project.
    ///   - note: The reason, for people.
    /// - Throws: ``GlossportError`` with code `journal`.
    func park(_ destination: Destination, note: String) async throws

    /// Makes projects due at once, and forgets what failed; a pause stays.
    ///
    /// - Returns: Those of them that there are.
    /// - Throws: ``GlossportError`` with code `journal`.
    func wake(_ destinations: [Destination]) async throws -> [Destination]

    /// Notes a process that begins to work; when it began, and was last heard of, is for the store to say.
    func register(_ worker: FleetWorker) async throws -> FleetWorkerID

    /// Notes that a worker is alive.
    ///
    /// - Parameters:
    ///   - worker: Which one.
    ///   - busy: How many projects it works at.
    ///   - strangers: The projects whose files there are not what was submitted.
    /// - Throws: ``GlossportError`` with code `journal`.
    func beat(_ worker: FleetWorkerID, busy: Int, strangers: [Destination]) async throws

    /// Takes note that a worker has ended.
    func dismiss(_ worker: FleetWorkerID) async throws

    /// The workers, the oldest first.
    func workers() async throws -> [FleetWorker]
}

/// The submitted state of a project, in which every machine imports it.
package struct FleetRevision: Sendable, Hashable {
    /// From 1 on, for each project.
    package var number: Int64
    package var digest: InputDigest
    /// The name of the submitter.
    package var submittedBy: String
    package var submitted: Timestamp

    package init(number: Int64, digest: InputDigest, submittedBy: String, submitted: Timestamp) {
        self.number = number
        self.digest = digest
        self.submittedBy = submittedBy
        self.submitted = submitted
    }
}

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

/// When a project is due again, by the clock of the store.
package enum FleetWake: Sendable, Hashable {
    case after(Duration)
    case at(Timestamp)
    /// As soon as the present worker has stopped.
    case whenFree
    /// Not before it is submitted or woken.
    case never
}
