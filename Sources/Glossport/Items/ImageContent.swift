package import GlossportProject

/// Everything that the journal keeps of an image: what it is, never its bytes.
///
/// Coded as JSON in the journal.
package struct ImageContent: Sendable, Hashable, Codable {
    package var size: ImageSize
    /// SHA-256 of the file's bytes, in lower-case hexadecimal.
    package var sha256: String
    package var byteCount: Int
    /// Where it was when it was first planned, for people to recognise it; the bytes are read from where it is now.
    package var path: String

    package init(size: ImageSize, sha256: String, byteCount: Int, path: String) {
        self.size = size
        self.sha256 = sha256
        self.byteCount = byteCount
        self.path = path
    }
}
