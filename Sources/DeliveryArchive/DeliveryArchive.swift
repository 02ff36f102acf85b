private import ArchiveParsing
package import GlossportChecking
package import GlossportReading

/// Opens archives that vendors deliver (`.zip`), in memory: nothing of them is ever written to the disk.
package enum DeliveryArchive {
    /// The limits beyond which an archive is refused.
    package struct Limits: Sendable {
        /// The archive's own size in bytes.
        package var archiveBytes = 256 << 20
        /// All files together, unpacked, in bytes.
        package var unpackedBytes = 256 << 20
        /// Unpacked size over packed size, checked from ``ratioFrom`` on; texts compress ten to twentyfold.
        package var ratio = 200
        /// The number of unpacked bytes from which ``ratio`` applies, so that small files of spaces are not refused.
        package var ratioFrom = 8 << 20
        package var entries = 10_000

        package init() {}
    }

    /// Opens an archive.
    ///
    /// - Parameters:
    ///   - file: The archive.
    ///   - limits: The limits.
    /// - Returns: Its files by path, `archive.zip/inner/path`, and what is wrong with it.
    /// - Throws: ``GlossportError`` with code `unreadableInput`; `CancellationError`.
    package static func open(_ file: SourceFile, limits: Limits = Limits()) throws -> OpenedArchive {
        let bytes = try file.bytes(atMost: limits.archiveBytes)
        var contents = EntryList(archive: file.path, limits: limits, packedBytes: bytes?.count ?? 0)
        guard let bytes else {
            contents.refuse("\(file.name) is larger than \(limits.archiveBytes >> 20) MB.")
            return contents.opened
        }
        if let damage = LibArchive.forEachEntry(of: bytes, mayBeTruncated: true, { contents.add($0) }) {
            contents.noteDamage(damage)
        }
        return contents.opened
    }

    /// Whether the first bytes are those of a ZIP archive.
    package static func recognizes(_ head: FilePrefix) -> Bool {
        head.bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
    }
}
