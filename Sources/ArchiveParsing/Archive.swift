/// A ZIP archive in memory, of which entries are unpacked one at a time; none is kept.
public struct Archive: Sendable {
    /// The limits beyond which nothing is unpacked.
    public struct Limits: Sendable {
        /// The number of entries.
        public var entries = 10_000
        /// All entries that are unpacked, together, in bytes.
        public var unpackedBytes = 256 << 20
        /// Unpacked size over the archive's own, checked from ``ratioFrom`` on.
        public var ratio = 200
        /// The number of unpacked bytes from which ``ratio`` applies.
        public var ratioFrom = 16 << 20

        /// Makes the usual limits.
        public init() {}
    }

    /// A file in the archive.
    public struct Entry: Sendable, Hashable {
        /// Its path, as the archive writes it.
        public let path: String
        /// Its size in bytes, as the archive declares it.
        public let size: Int
        /// Whether it can't be read without a password.
        public let isEncrypted: Bool
        /// Its number among all that the archive holds.
        fileprivate let index: Int
    }

    /// The files, in the archive's order; folders and links are left out.
    public private(set) var entries: [Entry] = []
    private let bytes: [UInt8]
    private let limits: Limits
    private var unpackedBytes = 0

    /// Opens an archive and lists its entries.
    ///
    /// - Parameters:
    ///   - bytes: The archive.
    ///   - limits: The limits.
    /// - Throws: ``ArchiveFailure``; an archive that was cut off is damaged.
    public init(_ bytes: [UInt8], limits: Limits = Limits()) throws {
        (self.bytes, self.limits) = (bytes, limits)
        var count = 0
        let failure = try LibArchive.forEachEntry(of: bytes, mayBeTruncated: false) { entry in
            guard count < limits.entries else { throw ArchiveFailure.tooManyEntries(limits.entries) }
            if entry.kind == .file, let path = entry.path {
                entries.append(Entry(path: path, size: entry.size, isEncrypted: entry.isEncrypted, index: count))
            }
            count += 1
            return true
        }
        if let failure { throw ArchiveFailure.damaged(failure) }
    }

    /// Unpacks an entry.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - again: Whether it was unpacked before, and so does not count against the limits.
    ///   - body: Takes a block of bytes, valid during the call only, and says whether to go on.
    /// - Throws: ``ArchiveFailure``; what `body` throws. Unless `body` ended it, an entry that is not thrown out fits its checksum.
    public mutating func unpack(
        _ entry: Entry,
        again: Bool = false,
        _ body: (UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        if entry.isEncrypted { throw ArchiveFailure.encrypted }
        if !again { try count(entry) }
        var index = 0
        var left = entry.size
        var ending: LibArchive.Ending?
        let failure = try LibArchive.forEachEntry(of: bytes, mayBeTruncated: false) { candidate in
            guard index == entry.index else {
                index += 1
                return true
            }
            ending = try candidate.unpack { block in
                left -= block.count
                if left < 0 { throw ArchiveFailure.damaged("it is larger than the archive declares") }
                return try body(block)
            }
            return false
        }
        switch ending {
        case .complete, .stopped: return
        case .failure(let message): throw ArchiveFailure.damaged(message)
        case nil: throw ArchiveFailure.damaged(failure ?? "the entry is missing")
        }
    }

    /// Counts an entry by the size that it declares, which it can't exceed.
    private mutating func count(_ entry: Entry) throws(ArchiveFailure) {
        let (sum, overflows) = unpackedBytes.addingReportingOverflow(entry.size)
        guard !overflows, sum <= limits.unpackedBytes else { throw .tooLarge(limit: limits.unpackedBytes) }
        unpackedBytes = sum
        guard entry.size <= limits.ratioFrom || entry.size / limits.ratio < bytes.count else {
            throw .bomb(packed: bytes.count, unpacked: entry.size)
        }
    }
}

/// Why an archive, or an entry of one, can't be read.
public enum ArchiveFailure: Error, Hashable {
    /// libarchive's reason, as the end of a sentence.
    case damaged(String)
    case encrypted
    case tooManyEntries(Int)
    /// More is unpacked than the limit permits, in bytes.
    case tooLarge(limit: Int)
    /// An entry inflates as only an attack does: the archive's bytes, and the entry's.
    case bomb(packed: Int, unpacked: Int)
}
