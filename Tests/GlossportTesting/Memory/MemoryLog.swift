private import CLibrary
package import Glossport
package import GlossportProject

/// A log that lives as long as the process.
package final class MemoryLog: JournalLog {
    private let logs: Mutex<[Destination: [JournalEvent]]>

    package init() { logs = Mutex([:]) }

    /// A log that holds what another one holds now: a backup, or the copy in a cache.
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
            // As a rule only the end is asked for.
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

    /// Rounded as databases round.
    private static func stored(_ event: JournalEvent) -> JournalEvent {
        var event = event
        func rounded(_ moment: Timestamp) -> Timestamp { Timestamp(microseconds: moment.microsecondsUp) }
        event.at = rounded(event.at)
        event.pausedUntil = event.pausedUntil.map(rounded)
        event.steadyUntil = event.steadyUntil.map(rounded)
        return event
    }
}
