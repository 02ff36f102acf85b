private import CLibArchive
private import CLibrary

/// libarchive, as far as it is needed.
///
/// The entries of a ZIP archive in memory. Only this file touches it.
enum LibArchive {
    enum Kind { case file, folder, other }

    /// The result of reading one file.
    enum Content {
        case bytes([UInt8])
        /// The error, and the number of bytes unpacked before.
        case failure(String, after: Int)

        /// How much was unpacked; more than the limit if the content is larger than that.
        var byteCount: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .failure(_, let count): count
            }
        }
    }

    enum Entry {
        /// A header; the closure reads the content and is valid only during the call.
        case file(path: String?, kind: Kind, read: (_ limit: Int) -> Content)
        case failure(String)
    }

    /// Hands out the entries in the archive's order until `body` says false.
    static func forEachEntry(of bytes: [UInt8], _ body: (Entry) -> Bool) {
        // libarchive turns names into the thread's character set; in the C locale it would lose all but ASCII.
        let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
        let previous = uselocale(locale)
        defer {
            uselocale(previous)
            freelocale(locale)
        }
        guard let archive = archive_read_new() else { return }
        defer { archive_read_free(archive) }
        archive_read_support_format_zip(archive)
        bytes.withUnsafeBytes { buffer in
            guard archive_read_open_memory(archive, buffer.baseAddress, buffer.count) == ARCHIVE_OK else {
                _ = body(.failure(message(archive)))
                return
            }
            var goesOn = true
            while goesOn {
                var entry: OpaquePointer?
                switch archive_read_next_header(archive, &entry) {
                case ARCHIVE_EOF: return
                case ARCHIVE_OK, ARCHIVE_WARN:
                    guard let entry else { return }
                    goesOn = body(.file(path: path(entry), kind: kind(entry)) { content(archive, entry, limit: $0) })
                default:
                    _ = body(.failure(message(archive)))
                    return
                }
            }
        }
    }

    private static func path(_ entry: OpaquePointer) -> String? {
        // Names without the UTF-8 flag are bytes of an unknown code page; invalid UTF-8 is repaired for display.
        if let utf8 = archive_entry_pathname_utf8(entry) { return String(cString: utf8) }
        return archive_entry_pathname(entry).map { String(cString: $0) }
    }

    private static func kind(_ entry: OpaquePointer) -> Kind {
        guard archive_entry_hardlink(entry) == nil, archive_entry_symlink(entry) == nil else { return .other }
        switch Int32(bitPattern: archive_entry_filetype(entry)) & 0o170000 {
        case 0o100000: return .file
        case 0o040000: return .folder
        default: return .other
        }
    }

    /// How entries may be packed, as libarchive ends the format's name.
    ///
    /// Of LZMA, xz, Zstandard and PPMd an entry of a few bytes may ask for gigabytes before the first byte comes out.
    private static let frugalMethods = ["(uncompressed)", "(deflation)", "(deflation-64-bit)", "(bzip)"]

    private static func content(_ archive: OpaquePointer, _ entry: OpaquePointer, limit: Int) -> Content {
        let method = archive_format_name(archive).map { String(cString: $0) } ?? ""
        // Of what is encrypted, libarchive says so itself.
        guard archive_entry_is_encrypted(entry) != 0 || frugalMethods.contains(where: method.hasSuffix) else {
            return .failure("only Deflate and bzip2 are unpacked, and this is \(method)", after: 0)
        }
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1_024)
        while true {
            let count = chunk.withUnsafeMutableBytes { archive_read_data(archive, $0.baseAddress, $0.count) }
            if count == 0 { return .bytes(result) }
            if count < 0 { return .failure(message(archive), after: result.count) }
            // One byte over the limit is enough to know.
            if result.count + count > limit { return .failure("it is too large", after: result.count + count) }
            result.append(contentsOf: chunk[..<count])
        }
    }

    /// The message of libarchive as the end of a sentence: some of its messages end with a line break or a full stop.
    private static func message(_ archive: OpaquePointer) -> String {
        let text = archive_error_string(archive).map { String(cString: $0) } ?? ""
        let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        let sentence = words.hasSuffix(".") ? String(words.dropLast()) : words
        return sentence.isEmpty ? "unknown error" : sentence
    }
}
