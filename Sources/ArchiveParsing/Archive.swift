/// A ZIP archive in memory whose entries are unpacked one at a time and not kept.
public struct Archive: Sendable {
    /// The limits above which entries are not unpacked.
    public struct Limits: Sendable {
        /// The maximum number of entries.
        public var entries = 10_000
        /// The maximum total size of all unpacked entries, in bytes.
        public var unpackedBytes = 256 << 20
        /// The maximum ratio of an entry's unpacked size to the archive's size, checked for entries larger than
        /// ``ratioFrom``.
        public var ratio = 200
        /// The unpacked size in bytes above which ``ratio`` applies.
        public var ratioFrom = 16 << 20

        /// Creates the default limits.
        public init() {}
    }

    /// A file in the archive.
    public struct Entry: Sendable, Hashable {
        /// The path in the archive.
        public let path: String
        /// The declared size in bytes.
        public let size: Int
        /// Whether a password is needed to read it.
        public let isEncrypted: Bool
        /// The position among all entries of the archive.
        fileprivate let index: Int
    }

    /// The files, in archive order, without folders and links.
    public private(set) var entries: [Entry] = []
    private let bytes: [UInt8]
    private let limits: Limits
    private var unpackedBytes = 0

    /// Opens an archive and lists its entries; throws ``ArchiveFailure``, also for a truncated archive.
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
    ///   - again: Whether it was unpacked before, so that it does not count against the limits.
    ///   - body: Receives a block of bytes, valid only during the call; returns whether to continue.
    /// - Throws: ``ArchiveFailure``; errors of `body`. An entry that is read to its end without an error matches its
    ///   checksum.
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

    /// Counts an entry by its declared size, which unpacking cannot exceed.
    private mutating func count(_ entry: Entry) throws(ArchiveFailure) {
        let (sum, overflows) = unpackedBytes.addingReportingOverflow(entry.size)
        guard !overflows, sum <= limits.unpackedBytes else { throw .tooLarge(limit: limits.unpackedBytes) }
        unpackedBytes = sum
        guard entry.size <= limits.ratioFrom || entry.size / limits.ratio < bytes.count else {
            throw .bomb(packed: bytes.count, unpacked: entry.size)
        }
    }
}

/// The reason why an archive or one of its entries cannot be read.
public enum ArchiveFailure: Error, Hashable {
    /// Damage, with libarchive's reason as the end of a sentence.
    case damaged(String)
    case encrypted
    case tooManyEntries(Int)
    /// The entries exceed the limit on unpacked bytes.
    case tooLarge(limit: Int)
    /// The entry's compression ratio indicates an attack; the sizes of the archive and of the entry, in bytes.
    case bomb(packed: Int, unpacked: Int)
}
