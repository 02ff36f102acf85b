/// The deletions and insertions in a text, by offsets in bytes.
public struct TextEdits: Sendable {
    private var removals: [Range<Int>] = []
    private var insertions: [(offset: Int, text: String)] = []

    /// Makes edits that change nothing.
    public init() {}

    /// A stretch of the result.
    public enum Piece: Sendable, Hashable {
        /// Bytes of the text.
        case kept(Range<Int>)
        /// Inserted text.
        case inserted(String)
    }

    /// Leaves bytes out; those that are left out already may be among them.
    public mutating func remove(_ range: Range<Int>) { if !range.isEmpty { removals.append(range) } }

    /// Puts text in before the byte at an offset, behind what was put in there earlier.
    public mutating func insert(_ text: String, at offset: Int) {
        if !text.isEmpty { insertions.append((offset, text)) }
    }

    /// Replaces bytes.
    public mutating func replace(_ range: Range<Int>, by text: String) {
        remove(range)
        insert(text, at: range.upperBound)
    }

    /// The result, piece by piece.
    ///
    /// - Parameter length: The text's length in bytes.
    /// - Returns: The kept and the inserted pieces, in order.
    public func pieces(of length: Int) -> [Piece] {
        var pieces: [Piece] = []
        var position = 0
        func keep(upTo end: Int) {
            if end > position { pieces.append(.kept(position..<end)) }
            position = max(position, end)
        }
        var removals = removals.sorted { $0.lowerBound < $1.lowerBound }[...]
        func leaveOut(before offset: Int) {
            while let next = removals.first, next.lowerBound < offset {
                keep(upTo: min(next.lowerBound, length))
                position = max(position, min(next.upperBound, length))
                removals.removeFirst()
            }
        }
        // Sorting keeps the order of insertions in one place.
        for (offset, text) in insertions.enumerated().sorted(by: { ($0.1.0, $0.0) < ($1.1.0, $1.0) }).map(\.element) {
            leaveOut(before: offset)
            keep(upTo: min(offset, length))
            pieces.append(.inserted(text))
        }
        leaveOut(before: Int.max)
        keep(upTo: length)
        return pieces
    }
}
