package import Glossport
package import GlossportProject

/// A wrapper around another log; methods that its type does not implement are forwarded to that log.
package protocol WrappedLog: JournalLog {
    var log: any JournalLog { get }
}

extension WrappedLog {
    package func destinations() async throws -> [Destination] { try await log.destinations() }

    package func events(of destination: Destination, after number: Int64, limit: Int) async throws -> [JournalEvent] {
        try await log.events(of: destination, after: number, limit: limit)
    }

    package func append(_ events: [JournalEvent], to destination: Destination, after last: LogPosition) async throws
        -> Bool
    {
        try await log.append(events, to: destination, after: last)
    }

    package func remove(_ numbers: [Int64], of destination: Destination, after last: LogPosition) async throws -> Bool {
        try await log.remove(numbers, of: destination, after: last)
    }

    package func fill(_ logs: [Destination: [JournalEvent]]) async throws { try await log.fill(logs) }

    package func isAtWork(_ process: ProcessIdentity, at destination: Destination) async throws -> Bool? {
        try await log.isAtWork(process, at: destination)
    }

    package func concerns() async throws -> [JournalConcern] { try await log.concerns() }
    package func defects() async throws -> [String] { try await log.defects() }
    package func close() { log.close() }
}
