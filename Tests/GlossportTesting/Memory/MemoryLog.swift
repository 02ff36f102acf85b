private import CLibrary
package import Glossport
package import GlossportProject

/// A journal log in memory.
package final class MemoryLog: JournalLog {
    private let logs: Mutex<[Destination: [JournalEvent]]>

    package init() { logs = Mutex([:]) }

    /// Creates a copy of another log, such as a backup or a cached copy.
    package init(copying other: MemoryLog) { logs = Mutex(other.logs.withLock { $0 }) }

    package func destinations() async throws -> [Destination] {
        logs.withLock { $0.keys.sorted { ($0.app, $0.environment.rawValue) < ($1.app, $1.environment.rawValue) } }
    }

    package func events(
        of destination: Destination,
        after number: Int64,
        limit: Int
    ) async throws -> [JournalEvent] {
        logs.withLock { logs in
            let log = logs[destination, default: []]
            // Searches from the end because callers usually want only the last events.
            let first = log.lastIndex { $0.number <= number }.map { $0 + 1 } ?? 0
            return Array(log[first...].prefix(limit))
        }
    }

    package func append(
        _ events: [JournalEvent],
        to destination: Destination,
        after last: LogPosition
    ) async throws -> Bool {
        logs.withLock { logs in
            guard logs[destination, default: []].last?.position ?? .start == last else { return false }
            logs[destination, default: []] += events.map(Self.stored)
            return true
        }
    }

    package func remove(_ numbers: [Int64], of destination: Destination, after last: LogPosition) async throws -> Bool {
        let gone = Set(numbers)
        return logs.withLock { logs in
            guard logs[destination]?.last?.position == last else { return false }
            logs[destination]?.removeAll { gone.contains($0.number) }
            return true
        }
    }

    package func fill(_ filling: [Destination: [JournalEvent]]) async throws { logs.withLock { $0 = filling } }

    package func isAtWork(_ process: ProcessIdentity, at destination: Destination) async throws -> Bool? { false }
    package func concerns() async throws -> [JournalConcern] { [] }
    package func defects() async throws -> [String] { [] }
    package func close() {}

    /// Returns an event with its times rounded up to microseconds, as databases store them.
    private static func stored(_ event: JournalEvent) -> JournalEvent {
        var event = event
        func rounded(_ moment: Timestamp) -> Timestamp { Timestamp(microseconds: moment.microsecondsUp) }
        event.at = rounded(event.at)
        event.pausedUntil = event.pausedUntil.map(rounded)
        event.steadyUntil = event.steadyUntil.map(rounded)
        return event
    }
}
