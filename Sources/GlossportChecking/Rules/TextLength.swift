/// The length of a text in the units that Apple's server libraries count.
package struct TextLength: Sendable, Hashable {
    /// Characters as perceived by readers, as Swift counts them.
    package var graphemes: Int
    /// Unicode scalars (code points), as Python counts them.
    package var scalars: Int
    /// UTF-16 code units, as Java counts them.
    package var utf16: Int

    package init(of text: String) {
        graphemes = text.count
        scalars = text.unicodeScalars.count
        utf16 = text.utf16.count
    }
}
