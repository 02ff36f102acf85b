import ArchiveParsing
public import XMLParsing

/// The parts of a spreadsheet file in its ZIP archive.
public struct PartArchive {
    private var archive: Archive
    private let parts: [String: Archive.Entry]

    /// The maximum total unpacked size of all parts; they are streamed, so this limits time, not memory.
    private static let unpackedBytes = 1 << 30

    /// Opens an archive and lists its parts; throws ``Refusal``.
    public init(_ bytes: [UInt8]) throws {
        var limits = Archive.Limits()
        limits.unpackedBytes = Self.unpackedBytes
        do { archive = try Archive(bytes, limits: limits) } catch ArchiveFailure.tooManyEntries(let count) {
            throw Refusal.tooLarge("The zip archive has more than \(count.grouped) parts.")
        } catch is ArchiveFailure {
            throw Refusal.damaged("The zip archive is truncated or damaged, so it can't be read.")
        }
        var parts: [String: Archive.Entry] = [:]
        for entry in archive.entries {
            guard parts.updateValue(entry, forKey: Self.plain(entry.path)) == nil else {
                throw Refusal.damaged("The zip archive contains two parts named “\(entry.path.shown)”.")
            }
        }
        self.parts = parts
    }

    /// Normalizes the name of a part; names are case-insensitive.
    private static func plain(_ name: String) -> String {
        String(name.replacing("\\", with: "/").drop { $0 == "/" }).lowercased()
    }

    /// Whether the archive has a part.
    public func contains(_ name: String) -> Bool { parts[Self.plain(name)] != nil }

    /// Returns the declared size of a part in bytes; 0 if it is missing.
    public func size(of name: String) -> Int { parts[Self.plain(name)]?.size ?? 0 }

    /// Unpacks a part until `take` returns `false`; throws ``Refusal``.
    ///
    /// `again` means that the part was unpacked to its end before.
    public mutating func unpack(
        _ name: String,
        again: Bool = false,
        _ take: (UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        guard let entry = parts[Self.plain(name)] else {
            throw Refusal.damaged("The workbook refers to the part “\(name.shown)”, which is not in it.")
        }
        do {
            try archive.unpack(entry, again: again) { block in
                try Task.checkCancellation()
                return try take(block)
            }
        } catch let failure as ArchiveFailure {
            throw Refusal(failure, name)
        }
    }

    /// Parses a part to its end, or until the handler stops; throws ``Refusal``.
    public mutating func parse<Handler: XMLBlockHandler>(
        _ name: String,
        driving handler: inout Handler,
        again: Bool = false
    ) throws {
        do {
            try XMLBlockParser.parse(driving: &handler) { try unpack(name, again: again, $0) }
        } catch let failure as XMLBlockFailure {
            throw Refusal(failure, name)
        }
        // Parsing stops silently when the task is canceled.
        try Task.checkCancellation()
    }
}
