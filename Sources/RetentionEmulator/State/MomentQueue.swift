/// A queue of times in ascending order; old ones are removed from its front.
struct MomentQueue: Sendable {
    private var storage: [Int64] = []
    private var start = 0

    var count: Int { storage.count - start }

    var first: Int64? { start < storage.count ? storage[start] : nil }

    mutating func append(_ moment: Int64) {
        storage.append(moment)
    }

    /// Removes the newest time.
    mutating func removeLast() {
        if count > 0 { storage.removeLast() }
    }

    mutating func removeFirst(_ amount: Int = 1) {
        start += min(amount, count)
        compact()
    }

    /// Removes all times up to and including `moment`.
    mutating func removeAll(upTo moment: Int64) {
        while start < storage.count, storage[start] <= moment { start += 1 }
        compact()
    }

    private mutating func compact() {
        // Compacting only when half of the storage is unused costs at most one move per removed element.
        if start > 64, start * 2 > storage.count {
            storage.removeSubrange(..<start)
            start = 0
        }
    }
}
