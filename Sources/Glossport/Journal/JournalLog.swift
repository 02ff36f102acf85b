package import GlossportProject

/// The storage of events, with one log for each destination; it does not interpret them.
///
/// All implementations must pass `LogConformance`. Appending ignores task cancellation, and the events are durable when
/// the call returns. Errors are ``GlossportError`` with code `journal`.
package protocol JournalLog: Sendable {
    /// Returns every destination with events.
    func destinations() async throws -> [Destination]

    /// Reads events with numbers greater than `number`, in order.
    ///
    /// - Returns: The events; fewer than `limit` if there are no more.
    func events(of destination: Destination, after number: Int64, limit: Int) async throws -> [JournalEvent]

    /// Appends at least one event, all or none; the numbers follow `last`, the end of the log as far as the caller
    /// knows.
    ///
    /// - Returns: `false` if the log does not end at `last`: another process appended first, or the log has lost that
    ///   event.
    func append(_ events: [JournalEvent], to destination: Destination, after last: LogPosition) async throws -> Bool

    /// Removes events permanently, all or none; the last event must stay.
    ///
    /// - Returns: As for ``append(_:to:after:)``.
    func remove(_ numbers: [Int64], of destination: Destination, after last: LogPosition) async throws -> Bool

    /// Fills an empty log, all or none.
    func fill(_ logs: [Destination: [JournalEvent]]) async throws

    /// Whether the process that began an exclusive run is another live process that may work at the destination; `nil`
    /// if that is unknown.
    func isAtWork(_ process: ProcessIdentity, at destination: Destination) async throws -> Bool?

    /// Returns settings that put recorded data at risk: those of a server, or a file's owner and mode.
    func concerns() async throws -> [JournalConcern]

    /// Returns the defects of the storage, one sentence each; empty if it is intact.
    func defects() async throws -> [String]

    /// Closes the log cleanly; it must not be used afterwards.
    func close()
}

/// A risk to the data that a journal has recorded.
package struct JournalConcern: Sendable, Hashable {
    /// A complete sentence.
    package var message: String
    package var remedy: String

    package init(_ message: String, remedy: String) {
        self.message = message
        self.remedy = remedy
    }
}
