private import Synchronization

/// The newest requests, so that people can see what a client does without a log file.
final class RecentRequests: Sendable {
    private struct Ring {
        var entries: [LogEntry] = []
        /// The index of the oldest request, once it is full.
        var next = 0
    }

    /// How many are kept.
    static let capacity = 500
    private let ring = Mutex(Ring())

    /// Adds a request whose answer is on its way.
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

    /// Forgets all of them.
    func removeAll() {
        ring.withLock { $0 = Ring() }
    }

    /// All of them as JSON, each as in the request log, in the order in which they came.
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
