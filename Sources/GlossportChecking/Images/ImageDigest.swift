private import Crypto
import GlossportProject

/// The digest by which images are identified.
package enum ImageDigest {
    /// The SHA-256 of a file's bytes, in lower-case hexadecimal.
    package static func of(_ bytes: [UInt8]) -> String { SHA256.hash(data: bytes).hexadecimal }
}
