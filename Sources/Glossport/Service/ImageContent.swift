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

/// The two sizes in which the service takes images.
package enum ImageSize: String, Sendable, Hashable, Codable, CaseIterable {
    /// Beside a message's texts: 3840 pixels wide, 160 to 2160 high.
    case fullSize = "full-size"
    /// The icon of a bullet point: 1024 pixels wide and high.
    case bulletPoint = "bullet-point"
}
