package import GlossportProject

/// The journal's description of an image; it never contains the image's bytes.
///
/// Encoded as JSON in the journal.
package struct ImageContent: Sendable, Hashable, Codable {
    package var size: ImageSize
    /// SHA-256 of the file's bytes, in lower-case hexadecimal.
    package var sha256: String
    package var byteCount: Int
    /// The path when the image was first planned, for display only; the bytes are read from the image's current path.
    package var path: String

    package init(size: ImageSize, sha256: String, byteCount: Int, path: String) {
        self.size = size
        self.sha256 = sha256
        self.byteCount = byteCount
        self.path = path
    }
}
