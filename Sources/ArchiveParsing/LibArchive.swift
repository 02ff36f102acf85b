private import CLibArchive
private import CLibrary

/// A wrapper around libarchive for the entries of a ZIP archive in memory.
///
/// Only this file calls libarchive.
package enum LibArchive {
    package enum Kind { case file, folder, other }

    /// The outcome of unpacking an entry.
    package enum Ending {
        case complete
        /// The closure stopped it.
        case stopped
        /// An error, as the end of a sentence.
        case failure(String)
    }

    /// An entry, valid only during the closure that receives it.
    package struct Entry {
        fileprivate let archive: OpaquePointer
        fileprivate let entry: OpaquePointer
    }

    /// Passes the entries to `body`, in archive order, until it returns `false`.
    ///
    /// - Parameters:
    ///   - bytes: The archive.
    ///   - mayBeTruncated: Whether an archive without a central directory is read as far as possible.
    ///   - body: Receives an entry; returns whether to continue.
    /// - Returns: The error that prevented reading all entries, as the end of a sentence; `nil` if there was none.
    package static func forEachEntry(
        of bytes: [UInt8],
        mayBeTruncated: Bool,
        _ body: (Entry) throws -> Bool
    ) rethrows -> String? {
        // libarchive converts names to the thread's character set; in the C locale, it would drop all non-ASCII
        // characters. Systems without `C.UTF-8` use the second locale.
        let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) ?? newlocale(LC_CTYPE_MASK, "en_US.UTF-8", nil)
        let previous = uselocale(locale)
        defer {
            uselocale(previous)
            if let locale { freelocale(locale) }
        }
        guard let archive = archive_read_new() else { return "there is no memory" }
        defer { archive_read_free(archive) }
        archive_read_support_format_zip_seekable(archive)
        if mayBeTruncated { archive_read_support_format_zip_streamable(archive) }
        return try bytes.withUnsafeBytes { buffer in
            guard archive_read_open_memory(archive, buffer.baseAddress, buffer.count) == ARCHIVE_OK else {
                return message(archive)
            }
            while true {
                var entry: OpaquePointer?
                switch archive_read_next_header(archive, &entry) {
                case ARCHIVE_EOF: return nil
                case ARCHIVE_OK, ARCHIVE_WARN:
                    guard let entry, try body(Entry(archive: archive, entry: entry)) else { return nil }
                default: return message(archive)
                }
            }
        }
    }

    /// Returns libarchive's message as the end of a sentence, without the line break or full stop that some messages
    /// have.
    fileprivate static func message(_ archive: OpaquePointer) -> String {
        let text = archive_error_string(archive).map { String(cString: $0) } ?? ""
        let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        let sentence = words.hasSuffix(".") ? String(words.dropLast()) : words
        return sentence.isEmpty ? "unknown error" : sentence
    }
}

extension LibArchive.Entry {
    package var path: String? {
        // Names without the UTF-8 flag are in an unknown code page; invalid UTF-8 is repaired for display.
        if let utf8 = archive_entry_pathname_utf8(entry) { return String(cString: utf8) }
        return archive_entry_pathname(entry).map { String(cString: $0) }
    }

    package var kind: LibArchive.Kind {
        guard archive_entry_hardlink(entry) == nil, archive_entry_symlink(entry) == nil else { return .other }
        switch UInt32(archive_entry_filetype(entry)) & 0o170000 {
        case 0o100000: return .file
        case 0o040000: return .folder
        default: return .other
        }
    }

    package var isEncrypted: Bool { archive_entry_is_encrypted(entry) != 0 }

    /// The declared unpacked size in bytes.
    package var size: Int { archive_entry_size_is_set(entry) != 0 ? Int(clamping: archive_entry_size(entry)) : 0 }

    /// The supported compression methods, by the end of libarchive's format name.
    ///
    /// With LZMA, xz, Zstandard and PPMd, an entry of a few bytes can request gigabytes of memory before the first byte
    /// is unpacked.
    private static let frugalMethods = ["(uncompressed)", "(deflation)", "(deflation-64-bit)", "(bzip)"]

    /// Unpacks the entry block by block.
    ///
    /// - Parameter body: Receives a block, valid only during the call; returns whether to continue.
    /// - Returns: The outcome; a complete entry matches its checksum.
    package func unpack(_ body: (UnsafeRawBufferPointer) throws -> Bool) rethrows -> LibArchive.Ending {
        let method = archive_format_name(archive).map { String(cString: $0) } ?? ""
        // libarchive itself reports encrypted entries.
        guard isEncrypted || Self.frugalMethods.contains(where: method.hasSuffix) else {
            return .failure("only Deflate and bzip2 are unpacked, and this is \(method)")
        }
        return try withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { block in
            while true {
                let count = archive_read_data(archive, block.baseAddress, block.count)
                if count == 0 { return .complete }
                if count < 0 { return .failure(LibArchive.message(archive)) }
                guard try body(UnsafeRawBufferPointer(rebasing: block[..<count])) else { return .stopped }
            }
        }
    }
}
