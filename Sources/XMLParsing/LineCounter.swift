public import GlossportReading

/// Keeps the text of a file, which arrives in pieces, as long as places of its bytes may be requested.
///
/// The parser tells places as offsets of text that it has been given already, so it can't be placed on the way.
public struct LineCounter {
    private var window: [UInt8] = []
    private var windowStart = 0
    private var cursor = TextCursor()

    /// Makes one that has no text yet.
    public init() {}

    /// The length of the text so far.
    public var end: Int { windowStart + window.count }

    /// Takes the next piece of the text.
    public mutating func append(_ text: UnsafeRawBufferPointer) { window.append(contentsOf: text) }

    /// Forgets the text before `offset`.
    public mutating func discard(before offset: Int) {
        var cursor = cursor
        let count = min(max(offset - windowStart, cursor.mark), window.count)
        window.withUnsafeBytes { cursor.startNextWindow(at: count, of: $0) }
        self.cursor = cursor
        window.removeFirst(count)
        windowStart += count
    }

    /// The place of a byte; offsets must not go back from one call to the next.
    public mutating func place(at offset: Int) -> TextCursor.Place {
        var cursor = cursor
        let place = window.withUnsafeBytes { cursor.advance(to: min(offset - windowStart, $0.count), in: $0) }
        self.cursor = cursor
        return place
    }

    /// The byte at `offset`, if it has not been forgotten.
    public func byte(at offset: Int) -> UInt8? {
        let index = offset - windowStart
        return window.indices.contains(index) ? window[index] : nil
    }

    /// How often a byte occurs from `offset` on.
    public func count(of byte: UInt8, from offset: Int) -> Int {
        window[max(0, min(offset - windowStart, window.count))...].count { $0 == byte }
    }
}
