public import GlossportReading

/// Keeps the recent text of a streamed file, so that byte offsets can be converted to lines and columns.
///
/// The parser reports offsets in text that it received earlier, so positions cannot be computed while the text is
/// passed on.
public struct LineCounter {
    private var window: [UInt8] = []
    private var windowStart = 0
    private var cursor = TextCursor()

    /// Creates an empty counter.
    public init() {}

    /// The length of the text so far.
    public var end: Int { windowStart + window.count }

    /// Appends the next chunk of the text.
    public mutating func append(_ text: UnsafeRawBufferPointer) { window.append(contentsOf: text) }

    /// Discards the text before `offset`, or before the last returned place if that is later.
    public mutating func discard(before offset: Int) {
        var cursor = cursor
        let count = min(max(offset - windowStart, cursor.mark), window.count)
        window.withUnsafeBytes { cursor.startNextWindow(at: count, of: $0) }
        self.cursor = cursor
        window.removeFirst(count)
        windowStart += count
    }

    /// Returns the line and column of a byte; offsets must not decrease between calls.
    public mutating func place(at offset: Int) -> TextCursor.Place {
        var cursor = cursor
        let place = window.withUnsafeBytes { cursor.advance(to: min(offset - windowStart, $0.count), in: $0) }
        self.cursor = cursor
        return place
    }

    /// Returns the byte at `offset`, unless it was discarded.
    public func byte(at offset: Int) -> UInt8? {
        let index = offset - windowStart
        return window.indices.contains(index) ? window[index] : nil
    }

    /// Returns the number of occurrences of a byte from `offset` on.
    public func count(of byte: UInt8, from offset: Int) -> Int {
        window[max(0, min(offset - windowStart, window.count))...].count { $0 == byte }
    }
}
