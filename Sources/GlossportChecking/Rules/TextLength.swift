/// How long a text is, in the three units in which Apple's own libraries count.
package struct TextLength: Sendable, Hashable {
    /// Characters as a reader sees them (Swift's count).
    package var graphemes: Int
    /// Unicode scalars, or code points (Python's count).
    package var scalars: Int
    /// UTF-16 code units (Java's count).
    package var utf16: Int

    package init(of text: String) {
        graphemes = text.count
        scalars = text.unicodeScalars.count
        utf16 = text.utf16.count
    }
}
