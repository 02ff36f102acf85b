private import ArchiveParsing
package import GlossportChecking
package import GlossportReading

/// Opens vendors' `.zip` archives in memory; their contents are never written to disk.
package enum DeliveryArchive {
    /// The limits above which an archive is rejected.
    package struct Limits: Sendable {
        /// The maximum size of the archive in bytes.
        package var archiveBytes = 256 << 20
        /// The maximum total unpacked size of all files in bytes.
        package var unpackedBytes = 256 << 20
        /// The maximum ratio of unpacked to packed size, checked above ``ratioFrom``; texts compress by a factor of ten
        /// to twenty.
        package var ratio = 200
        /// The unpacked size in bytes above which ``ratio`` applies, so that small files of spaces are accepted.
        package var ratioFrom = 8 << 20
        package var entries = 10_000

        package init() {}
    }

    /// Opens an archive.
    ///
    /// - Parameters:
    ///   - file: The archive.
    ///   - limits: The limits.
    /// - Returns: Its files, with paths such as `archive.zip/inner/path`, and its defects.
    /// - Throws: ``GlossportError`` with code `unreadableInput`; `CancellationError`.
    package static func open(_ file: SourceFile, limits: Limits = Limits()) throws -> OpenedArchive {
        let bytes = try file.bytes(atMost: limits.archiveBytes)
        var contents = EntryList(archive: file.path, limits: limits, packedBytes: bytes?.count ?? 0)
        guard let bytes else {
            contents.refuse("\(file.name) is larger than \(limits.archiveBytes >> 20) MB.")
            return contents.opened
        }
        if let damage = LibArchive.forEachEntry(of: bytes, mayBeTruncated: true, { contents.add($0) }) {
            contents.recordDamage(damage)
        }
        return contents.opened
    }

    /// Whether the first bytes are the signature of a ZIP archive.
    package static func recognizes(_ head: FilePrefix) -> Bool {
        head.bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
    }
}
