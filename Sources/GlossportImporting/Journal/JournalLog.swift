package import GlossportChecking

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
    ///   - limit: At most so many.
    /// - Returns: The events; fewer than `limit` means that these are all.
    /// - Throws: ``GlossportError``.
    func events(of destination: Destination, after number: Int64, limit: Int) async throws -> [JournalEvent]

    /// Appends numbered events, all or none.
    ///
    /// - Parameters:
    ///   - events: At least one, with the numbers that follow `number`.
    ///   - destination: Whose log.
    ///   - number: That of the log's last event, as far as the caller knows.
    /// - Returns: Whether they are appended; not if somebody else was faster, so that the log ends elsewhere.
    /// - Throws: ``GlossportError``.
    func append(_ events: [JournalEvent], to destination: Destination, after number: Int64) async throws -> Bool

    /// Removes events for ever, all or none; the last event stays.
    ///
    /// - Returns: As ``append(_:to:after:)``.
    func remove(_ numbers: [Int64], of destination: Destination, after number: Int64) async throws -> Bool

    /// Fills an empty log, all or none.
    func fill(_ logs: [Destination: [JournalEvent]]) async throws

    /// Whether the process that began an exclusive run is another one than this, alive, and may be at work there; `nil` where nobody can
    /// know.
    func isAtWork(_ process: ProcessIdentity, at destination: Destination) async throws -> Bool?

    /// Settings that put recorded data at risk: those of a server, or a file's owner and mode.
    func concerns() async throws -> [JournalConcern]

    /// What is broken in what keeps the events, a sentence each; empty if it is whole.
    func damage() async throws -> [String]

    /// Puts everything in order for whoever opens it next; nothing may be asked of the log afterwards.
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
