package import GlossportProject

/// Where the events of destinations are kept, one log for each; it knows no meaning.
///
/// `LogConformance` holds for all of them. What is appended is durable when the call returns, and no task's cancellation undoes it.
/// Errors are ``GlossportError`` with code `journal`.
package protocol JournalLog: Sendable {
    /// Every destination that something was appended for.
    func destinations() async throws -> [Destination]

    /// Reads events in the order of their numbers.
    ///
    /// - Parameters:
    ///   - destination: Whose.
    ///   - number: Only those with a greater one.
    ///   - limit: The maximum number of events.
    /// - Returns: The events; fewer than `limit` means that these are all.
    /// - Throws: ``GlossportError``.
    func events(of destination: Destination, after number: Int64, limit: Int) async throws -> [JournalEvent]

    /// Appends numbered events, all or none.
    ///
    /// - Parameters:
    ///   - events: At least one, with the numbers that follow the last event's.
    ///   - destination: Whose log.
    ///   - last: The position of the log's last event, as far as the caller knows.
    /// - Returns: Whether they are appended; not if the log ends elsewhere: another process was faster, or the log has lost `last`.
    /// - Throws: ``GlossportError``.
    func append(_ events: [JournalEvent], to destination: Destination, after last: LogPosition) async throws -> Bool

    /// Removes events forever, all or none; the last event stays.
    ///
    /// - Returns: As ``append(_:to:after:)``.
    func remove(_ numbers: [Int64], of destination: Destination, after last: LogPosition) async throws -> Bool

    /// Fills an empty log, all or none.
    func fill(_ logs: [Destination: [JournalEvent]]) async throws

    /// Whether the process that began an exclusive run is a different one, alive, and may be working there; `nil` if
    /// that can't be known.
    func isAtWork(_ process: ProcessIdentity, at destination: Destination) async throws -> Bool?

    /// Settings that put recorded data at risk: those of a server, or a file's owner and mode.
    func concerns() async throws -> [JournalConcern]

    /// The defects of the storage, a sentence each; empty if it is intact.
    func defects() async throws -> [String]

    /// Leaves everything in order for the next opening; the log may not be used afterwards.
    func close()
}

/// Something that may cost what a journal has recorded.
package struct JournalConcern: Sendable, Hashable {
    /// A whole sentence.
    package var message: String
    package var remedy: String

    package init(_ message: String, remedy: String) {
        self.message = message
        self.remedy = remedy
    }
}
