package import GlossportChecking
package import GlossportImporting

/// The machine on which projects of a fleet lie: finds them, imports them, and hears of the work.
package protocol FleetSite: Sendable {
    /// Looks at the projects that lie here now; one look at a time.
    ///
    /// - Parameter limit: For how long one project may keep the look from its end; one that takes longer is unusable this time.
    /// - Returns: The projects with their digests.
    func look(within limit: Duration) async -> FleetLook

    /// Prepares an import of a project, in isolation from all others.
    func makeImport(of project: FleetLook.Entry) -> any ProjectImport

    /// Takes an event, on the work's own task: a report must be quick.
    func report(_ event: FleetEvent)
}

/// One import of a project of a fleet.
package protocol ProjectImport: Sendable {
    /// Imports the files that the project had when it was looked at, or none.
    func run() async -> TurnEnd

    /// Asks it to stop: requests in flight are recorded first. Before ``run()`` the import stops as soon as it is started.
    func stop()

    /// Ends it in the middle of what it does; nothing is lost.
    func stopAtOnce()
}

/// An event of a fleet's work on one machine.
package enum FleetEvent: Sendable, Hashable {
    case began(slots: Int, projects: Int)
    /// A project file that can't be worked at.
    case unusable(path: String, String)
    /// A project whose files here are not what was submitted.
    case skipped(Destination, String)
    case started(Destination, revision: Int64)
    /// A turn has ended; the state is `nil` where the store could not be told.
    case ended(Destination, exit: Int32, state: FleetProject.State?, wakeAt: Timestamp?, reason: String?)
    case killed(Destination, String)
    /// The store did not do what it was asked for.
    case trouble(Destination?, String)
    /// Nothing more is started, and the imports under way are waited for.
    case draining(projects: Int)
    case over
}
