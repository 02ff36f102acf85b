private import Crypto
private import GlossportChecking

/// The SHA-256 of everything that an import of a project would read: two machines with the same digest send the same.
package struct InputDigest: Sendable, Hashable, CustomStringConvertible {
    /// The 32 bytes.
    package let bytes: [UInt8]

    /// - Parameter bytes: The 32 bytes, as they were kept.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// - Parameter parts: The parts to read, in order; parts cannot merge.
    package init(of parts: [[UInt8]]) {
        var hash = SHA256()
        for part in [Array("glossport-input-v1".utf8)] + parts {
            hash.update(data: Array("\(part.count):".utf8))
            hash.update(data: part)
        }
        bytes = Array(hash.finalize())
    }

    /// In lower-case hexadecimal.
    package var description: String { bytes.hexadecimal }
}
