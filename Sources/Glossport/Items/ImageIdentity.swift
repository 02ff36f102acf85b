private import Crypto
package import GlossportProject

/// Derives an image's id from its bytes, so that the same file always has the same id.
package enum ImageIdentity {
    /// Derives the id and digest of one image.
    ///
    /// - Parameters:
    ///   - app: The bundle ID. The id does not depend on the environment.
    ///   - size: The use of the image; the same bytes in another size are another image.
    ///   - sha256: SHA-256 of the file's bytes, in lower-case hexadecimal.
    ///   - generation: 0, unless a deleted id must be replaced.
    /// - Returns: The id, and the SHA-256 of the canonical encoding.
    package static func derive(
        app: String,
        size: ImageSize,
        sha256: String,
        generation: Int = 0
    ) -> (id: ServiceID, digest: [UInt8]) {
        // Encoding `v1`; the rules are those of ``MessageIdentity``.
        let fields = ["glossport-image-v1", app, size.rawValue, sha256, String(generation)]
        let bytes = MessageIdentity.lengthPrefixed(fields)
        return (MessageIdentity.version5(of: bytes), Array(SHA256.hash(data: bytes)))
    }
}
