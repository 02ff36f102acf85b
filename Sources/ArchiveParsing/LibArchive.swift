private import CLibArchive
private import CLibrary

/// libarchive, as far as it is needed: the entries of a ZIP archive in memory.
///
/// Only this file touches it.
package enum LibArchive {
    package enum Kind { case file, folder, other }

    /// How the unpacking of an entry ended.
    package enum Ending {
        case complete
        /// The receiver has enough.
        case stopped
        /// The error, as the end of a sentence.
        case failure(String)
    }

    /// An entry, valid only while it is handed out.
    package struct Entry {
        fileprivate let archive: OpaquePointer
        fileprivate let entry: OpaquePointer
    }

    /// Hands out the entries in the archive's order until `body` says false.
    ///
    /// - Parameters:
    ///   - bytes: The archive.
    ///   - mayBeTruncated: Whether an archive without a table of contents is read as far as it goes.
    ///   - body: Takes an entry, and says whether to go on.
    /// - Returns: The error that ends the archive before its end, as the end of a sentence.
    package static func forEachEntry(
        of bytes: [UInt8],
        mayBeTruncated: Bool,
        _ body: (Entry) throws -> Bool
    ) rethrows -> String? {
        // libarchive turns names into the thread's character set; in the C locale it would lose all but ASCII.
        // The second name is for systems without the first.
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

    /// The message of libarchive as the end of a sentence: some of its messages end with a line break or a full stop.
    fileprivate static func message(_ archive: OpaquePointer) -> String {
        let text = archive_error_string(archive).map { String(cString: $0) } ?? ""
        let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        let sentence = words.hasSuffix(".") ? String(words.dropLast()) : words
        return sentence.isEmpty ? "unknown error" : sentence
    }
}

extension LibArchive.Entry {
    package var path: String? {
        // Names without the UTF-8 flag are bytes of an unknown code page; invalid UTF-8 is repaired for display.
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

    /// The unpacked size in bytes that the archive declares.
    package var size: Int { archive_entry_size_is_set(entry) != 0 ? Int(clamping: archive_entry_size(entry)) : 0 }

    /// How entries may be packed, as libarchive ends the format's name.
    ///
    /// Of LZMA, xz, Zstandard and PPMd an entry of a few bytes may ask for gigabytes before the first byte comes out.
    private static let frugalMethods = ["(uncompressed)", "(deflation)", "(deflation-64-bit)", "(bzip)"]

    /// Unpacks the entry, a block at a time.
    ///
    /// - Parameter body: Takes a block, valid during the call only, and says whether to go on.
    /// - Returns: How it ended; an entry that is complete fits its checksum.
    package func unpack(_ body: (UnsafeRawBufferPointer) throws -> Bool) rethrows -> LibArchive.Ending {
        let method = archive_format_name(archive).map { String(cString: $0) } ?? ""
        // Of what is encrypted, libarchive says so itself.
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
