import ArchiveParsing
public import XMLParsing

/// The parts of a spreadsheet file in its ZIP archive.
public struct PartArchive {
    private var archive: Archive
    private let parts: [String: Archive.Entry]
    private let ignoresCase: Bool

    /// The maximum total unpacked size of all parts; they are streamed, so this limits time, not memory.
    private static let unpackedBytes = 1 << 30

    /// Opens an archive and lists its parts; throws ``Refusal``.
    ///
    /// In OOXML, names of parts ignore case and may contain backslashes; in OpenDocument, they are exact.
    public init(_ bytes: [UInt8], ignoresCase: Bool) throws {
        self.ignoresCase = ignoresCase
        var limits = Archive.Limits()
        limits.unpackedBytes = Self.unpackedBytes
        do { archive = try Archive(bytes, limits: limits) } catch ArchiveFailure.tooManyEntries(let count) {
            throw Refusal.tooLarge("The zip archive has more than \(count.grouped) parts.")
        } catch is ArchiveFailure {
            throw Refusal.damaged("The zip archive is truncated or damaged, so it can't be read.")
        }
        var parts: [String: Archive.Entry] = [:]
        for entry in archive.entries {
            guard parts.updateValue(entry, forKey: Self.plain(entry.path, ignoresCase)) == nil else {
                throw Refusal.damaged("The zip archive contains two parts named “\(entry.path.shown)”.")
            }
        }
        self.parts = parts
    }

    /// Normalizes the name of a part.
    private static func plain(_ name: String, _ ignoresCase: Bool) -> String {
        ignoresCase ? String(name.replacing("\\", with: "/").drop { $0 == "/" }).lowercased() : name
    }

    private func entry(_ name: String) -> Archive.Entry? { parts[Self.plain(name, ignoresCase)] }

    /// Whether the archive has a part.
    public func contains(_ name: String) -> Bool { entry(name) != nil }

    /// Returns the declared size of a part in bytes; 0 if it is missing.
    public func size(of name: String) -> Int { entry(name)?.size ?? 0 }

    /// Unpacks a part until `take` returns `false`; throws ``Refusal``.
    ///
    /// `again` means that the part was unpacked to its end before.
    public mutating func unpack(
        _ name: String,
        again: Bool = false,
        _ take: (UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        guard let entry = entry(name) else {
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
