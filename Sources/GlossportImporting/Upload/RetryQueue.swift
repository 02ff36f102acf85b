/// Items that wait to be sent again, the one that is due first in front.
struct RetryQueue {
    private var heap = Heap<Entry>()
    private var inserted = 0

    struct Entry: Comparable {
        var due: Timestamp
        /// Whether it takes from the retry budget.
        var counts: Bool
        var candidate: UploadMachine.Candidate
        /// Equal moments keep their order.
        fileprivate var order: Int

        static func < (left: Entry, right: Entry) -> Bool { (left.due, left.order) < (right.due, right.order) }
        static func == (left: Entry, right: Entry) -> Bool { left.order == right.order }
    }

    var isEmpty: Bool { heap.isEmpty }
    var first: Entry? { heap.first }
    var nextDue: Timestamp? { heap.first?.due }

    mutating func insert(_ candidate: UploadMachine.Candidate, due: Timestamp, counts: Bool) {
        inserted += 1
        heap.insert(Entry(due: due, counts: counts, candidate: candidate, order: inserted))
    }

    mutating func popFirst() -> UploadMachine.Candidate? { heap.popFirst()?.candidate }
}
