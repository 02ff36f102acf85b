import CLibArchive

extension FuzzTarget {
    /// Tests a spreadsheet that is written as its parts, each below a line `--- NAME`, or as a ZIP archive.
    ///
    /// In an archive, a change to a part breaks its checksum, and the reader would not read the part.
    func test(parts: [UInt8]) {
        test(parts, as: parts.starts(with: Array("PK".utf8)) ? parts : Self.packed(parts))
    }

    private static let mark = Array("--- ".utf8)

    private static func packed(_ parts: [UInt8]) -> [UInt8] {
        // Many small parts consist mostly of headers. libarchive leaks memory if the buffer is too small or a name is
        // empty.
        var archive = [UInt8](repeating: 0, count: parts.count * 32 + 64 * 1_024)
        var used = 0
        archive.withUnsafeMutableBytes { buffer in
            let writer = archive_write_new()
            archive_write_set_format_zip(writer)
            archive_write_zip_set_compression_store(writer)
            archive_write_open_memory(writer, buffer.baseAddress, buffer.count, &used)
            var name: String?
            var content: [UInt8] = []
            func end() {
                guard let name, !name.isEmpty else { return }
                let entry = archive_entry_new()
                archive_entry_set_pathname(entry, name)
                archive_entry_set_filetype(entry, 0o100000)
                archive_entry_set_size(entry, Int64(content.count))
                archive_write_header(writer, entry)
                archive_write_data(writer, content, content.count)
                archive_entry_free(entry)
            }
            for line in parts.split(separator: 0x0A, omittingEmptySubsequences: false) {
                if line.starts(with: mark) {
                    end()
                    name = String(decoding: line.dropFirst(mark.count).prefix { $0 != 0 }, as: UTF8.self)
                    content = []
                } else {
                    content += line + [0x0A]
                }
            }
            end()
            archive_write_free(writer)
        }
        return Array(archive[..<used])
    }
}
