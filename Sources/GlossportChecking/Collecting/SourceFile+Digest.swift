private import Crypto
package import GlossportReading

extension SourceFile {
    /// The same file, but reading it also computes ``digest()``.
    var takingDigest: SourceFile {
        watched {
            var hash = SHA256()
            return ReadingWatcher(see: { hash.update(bufferPointer: $0) }, end: { Array(hash.finalize()) })
        }
    }

    /// The SHA-256 of the bytes that were read, or of the whole file if it was not read to its end.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput`; `CancellationError`.
    package func digest() throws -> [UInt8] {
        if let watched { return watched }
        var hash = SHA256()
        try forEachChunk { hash.update(bufferPointer: $0) }
        return Array(hash.finalize())
    }
}
