private import Synchronization

/// The newest requests, so that users can follow a client without a log file.
final class RecentRequests: Sendable {
    private struct Ring {
        var entries: [LogEntry] = []
        /// The index of the oldest request, once the ring is full.
        var next = 0
    }

    static let capacity = 500
    private let ring = Mutex(Ring())

    func append(_ entry: LogEntry) {
        ring.withLock { ring in
            if ring.entries.count < Self.capacity {
                ring.entries.append(entry)
            } else {
                ring.entries[ring.next] = entry
                ring.next = (ring.next + 1) % Self.capacity
            }
        }
    }

    func removeAll() {
        ring.withLock { $0 = Ring() }
    }

    /// All requests as JSON, formatted as in the request log, in order of arrival.
    var json: [UInt8] {
        let entries = ring.withLock { $0.entries }.sorted { $0.arrival.sequence < $1.arrival.sequence }
        var text = JSONText()
        text.raw(#"{"requests":["#)
        for (index, entry) in entries.enumerated() {
            if index > 0 { text.raw(",") }
            text.json(entry.line)
        }
        text.raw("]}")
        return text.bytes
    }
}
