private import CLibrary

/// A line and a column, both from 1; columns count Unicode scalars.
struct Place: Hashable {
    var line: Int
    var column: Int
}

/// Turns byte offsets of a text that arrives in pieces into lines and columns.
///
/// It counts what `TextPosition` counts, but only where it must: whole lines are skipped with `memchr`, and columns are
/// counted on the last line only. Bytes are kept until ``discard(before:)`` says that nobody will ask about them.
struct LineCounter {
    private var window: [UInt8] = []
    private var windowStart = 0
    private var counted = 0
    private var place = Place(line: 1, column: 1)
    private var isAfterCarriageReturn = false

    /// The length of the text so far.
    var end: Int { windowStart + window.count }

    mutating func append(_ text: UnsafeRawBufferPointer) { window.append(contentsOf: text) }

    /// Forgets the text before `offset`.
    mutating func discard(before offset: Int) {
        advance(to: offset)
        window.removeFirst(counted - windowStart)
        windowStart = counted
    }

    /// The place of a byte; offsets must not go back from one call to the next.
    mutating func place(at offset: Int) -> Place {
        advance(to: offset)
        return place
    }

    /// The byte at `offset`, if it has not been forgotten.
    func byte(at offset: Int) -> UInt8? {
        let index = offset - windowStart
        return window.indices.contains(index) ? window[index] : nil
    }

    /// How often a byte occurs from `offset` on.
    func count(of byte: UInt8, from offset: Int) -> Int {
        window[max(0, min(offset - windowStart, window.count))...].count { $0 == byte }
    }

    private mutating func advance(to offset: Int) {
        let target = min(max(offset, counted), end)
        guard target > counted else { return }
        let range = (counted - windowStart)..<(target - windowStart)
        var place = place
        var wasCarriageReturn = isAfterCarriageReturn
        window.withUnsafeBufferPointer { all in
            var rest = UnsafeBufferPointer(rebasing: all[range])
            if wasCarriageReturn, rest.first == 0x0A { rest = UnsafeBufferPointer(rebasing: rest.dropFirst()) }
            wasCarriageReturn = false
            while let length = Self.lineLength(of: rest) {
                place.line += 1
                place.column = 1
                let ended = rest[length]
                rest = UnsafeBufferPointer(rebasing: rest[(length + 1)...])
                guard ended == 0x0D else { continue }
                if rest.first == 0x0A {
                    rest = UnsafeBufferPointer(rebasing: rest.dropFirst())
                } else if rest.isEmpty {
                    wasCarriageReturn = true
                }
            }
            // Continuation bytes belong to the scalar before them.
            for byte in rest where byte & 0xC0 != 0x80 { place.column += 1 }
        }
        self.place = place
        isAfterCarriageReturn = wasCarriageReturn
        counted = target
    }

    /// How many bytes stand before the first line end, or `nil` if there is none.
    private static func lineLength(of text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = text.baseAddress, !text.isEmpty else { return nil }
        let start = UnsafeRawPointer(base)
        let lineFeed = memchr(start, 0x0A, text.count).map { UnsafeRawPointer($0) - start }
        let length = lineFeed ?? text.count
        return memchr(start, 0x0D, length).map { UnsafeRawPointer($0) - start } ?? lineFeed
    }
}
