package import GlossportProject

/// The storage of a project's journal: opens the journal, and locks destinations for one process at a time.
package protocol JournalStore: Sendable {
    /// The name that users see, such as a path.
    var name: String { get }

    func exists() async throws -> Bool

    /// Opens the journal, after checking that it is intact and in the format of this version.
    ///
    /// - Throws: ``GlossportError`` with code `journal`.
    func open(_ opening: JournalOpening) async throws -> Journal

    /// Creates or updates a shared journal; a journal for one machine needs no migration.
    ///
    /// - Returns: The names of the migrations that were applied.
    /// - Throws: ``GlossportError`` with code `journal`.
    func migrate() async throws -> [String]

    /// Locks a destination against other processes, without waiting for its holder.
    ///
    /// Other destinations in the same journal stay free. `moment` is the current time.
    ///
    /// - Returns: The hold, which lasts until it is ended or the process dies.
    /// - Throws: ``GlossportError`` with code `journalLocked` that names the holder, or `journal` if locking is
    ///   impossible.
    func hold(_ destination: Destination, at moment: Timestamp) async throws -> JournalHold

    /// The pause before the next attempt to lock a destination.
    var lockPause: Duration { get }
}

extension JournalStore {
    package var lockPause: Duration { .seconds(1) }
}

/// The treatment of a missing journal.
package enum JournalOpening: Sendable {
    /// The journal is created.
    case creating
    /// A missing journal is an error.
    case existing
    /// An empty journal is used and not stored, for commands that only read.
    case readOnly
}

/// A lock that keeps a destination for this process.
package struct JournalHold: Sendable {
    private let release: @Sendable () -> Void

    /// - Parameter release: Releases the destination; may be called more than once.
    package init(release: @escaping @Sendable () -> Void) { self.release = release }

    /// Releases the destination; calling it again has no effect.
    package func end() { release() }
}
