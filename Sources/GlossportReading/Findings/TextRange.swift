/// A range in a text, in Unicode scalars (as files are read) and in UTF-16 code units (as most programs count).
public struct TextRange: Sendable, Hashable, Encodable {
    /// The range in Unicode scalars, from 0.
    public var scalars: Range<Int>
    /// The same range in UTF-16 code units, from 0.
    public var utf16: Range<Int>

    /// Creates a range from scalar offsets, which are clamped to the text.
    public init(_ scalars: Range<Int>, in text: String) {
        let all = text.unicodeScalars
        let start =
            all.index(all.startIndex, offsetBy: max(0, scalars.lowerBound), limitedBy: all.endIndex) ?? all.endIndex
        let end = all.index(start, offsetBy: scalars.count, limitedBy: all.endIndex) ?? all.endIndex
        let first = all.distance(from: all.startIndex, to: start)
        self.scalars = first..<(first + all.distance(from: start, to: end))
        let before = text.utf16.distance(from: text.startIndex, to: start)
        utf16 = before..<(before + text.utf16.distance(from: start, to: end))
    }
}
