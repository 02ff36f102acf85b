/// Times in the order they came, taken from the front as they grow old.
struct MomentQueue: Sendable {
    private var storage: [Int64] = []
    private var start = 0

    /// How many there are.
    var count: Int { storage.count - start }

    /// The oldest.
    var first: Int64? { start < storage.count ? storage[start] : nil }

    /// Adds the newest.
    mutating func append(_ moment: Int64) {
        storage.append(moment)
    }

    /// Takes back the newest.
    mutating func removeLast() {
        if count > 0 { storage.removeLast() }
    }

    /// Takes away the oldest, `amount` of them.
    mutating func removeFirst(_ amount: Int = 1) {
        start += min(amount, count)
        compact()
    }

    /// Takes away all that are not later than a time.
    mutating func removeAll(upTo moment: Int64) {
        while start < storage.count, storage[start] <= moment { start += 1 }
        compact()
    }

    private mutating func compact() {
        // Moving the rest only once half is gone costs one move per element over its life.
        if start > 64, start * 2 > storage.count {
            storage.removeSubrange(..<start)
            start = 0
        }
    }
}
