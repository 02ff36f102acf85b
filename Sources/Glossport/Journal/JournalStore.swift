package import GlossportProject
package import GlossportReading

/// Where a project's journal is kept: opens it, and holds a destination for one process at a time.
package protocol JournalStore: Sendable {
    /// The name for people, such as a path.
    var name: String { get }

    /// Whether there is a journal yet.
    func exists() async throws -> Bool

    /// Opens the journal: makes sure that it is one of ours, whole and not newer than we are, and brings it up to date.
    ///
    /// - Parameter opening: Whether to create a journal if there is none.
    /// - Returns: The journal, open until it is closed.
    /// - Throws: ``GlossportError`` with code `journal`.
    func open(_ opening: JournalOpening) async throws -> Journal

    /// Makes a journal that others share, or brings it up to date; those that one machine has for itself do so when they are opened.
    ///
    /// - Returns: The missing parts, by name.
    /// - Throws: ``GlossportError`` with code `journal`.
    func migrate() async throws -> [String]

    /// Keeps every other process away from a destination, if need be after waiting for the one that holds it.
    ///
    /// - Parameters:
    ///   - destination: The destination to lock; others of the same journal stay free.
    ///   - limit: The longest wait; `nil` waits forever, zero not at all.
    ///   - time: When, and how to wait.
    ///   - stop: Ends the wait.
    ///   - onWait: Called once, with the sentence that says who holds it, before the first wait.
    /// - Returns: The hold, until it is ended or the process dies.
    /// - Throws: ``GlossportError``: `journalLocked` says who has it, `journal` that nothing can be held; ``Stopped``; `CancellationError`.
    func hold(
        _ destination: Destination,
        waiting limit: Duration?,
        by time: any TimeSource,
        until stop: StopRequest,
        onWait: (GlossportError) -> Void
    ) async throws -> JournalHold
}

/// The behaviour if there is no journal yet.
package enum JournalOpening: Sendable {
    /// It is made.
    case creating
    /// That is an error.
    case existing
    /// An empty one answers, and nothing of it is kept: for those who only look.
    case looking
}

/// A destination that is kept for this process.
package struct JournalHold: Sendable {
    private let release: @Sendable () -> Void

    /// - Parameter release: Gives the destination back; may be called more than once.
    package init(release: @escaping @Sendable () -> Void) { self.release = release }

    /// Gives the destination back; the second time does nothing.
    package func end() { release() }
}
