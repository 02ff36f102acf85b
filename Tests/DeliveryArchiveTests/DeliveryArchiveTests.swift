import DeliveryArchive
import Foundation
import GlossportChecking
import GlossportReading
import Testing

/// Python's `zipfile` writes most archives here because it can also write malformed and malicious ones.
@Suite("Archives")
struct DeliveryArchiveTests {
    private func open(_ script: String, limits: DeliveryArchive.Limits = DeliveryArchive.Limits()) throws
        -> OpenedArchive
    {
        let file = FileManager.default.temporaryDirectory.appending(path: "glossport-\(UUID().uuidString).zip")
        defer { try? FileManager.default.removeItem(at: file) }
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        python.arguments = [
            "python3", "-W", "ignore", "-c",
            "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)\n\(script)\nz.close()",
            file.path,
        ]
        try python.run()
        python.waitUntilExit()
        try #require(python.terminationStatus == 0)
        return try DeliveryArchive.open(SourceFile(path: "vendor.zip", file: file.path), limits: limits)
    }

    @Test("Files have the archive's path as a prefix")
    func files() throws {
        let opened = try open("z.writestr('de/de.xliff', 'eins')\nz.writestr('fr/花.csv', 'deux')")
        #expect(opened.files.map(\.path) == ["vendor.zip/de/de.xliff", "vendor.zip/fr/花.csv"])
        #expect(try opened.files[0].head().bytes == Array("eins".utf8))
        #expect(opened.findings == [])
    }

    @Test("Metadata, hidden files and source texts are counted but not read")
    func skipped() throws {
        let opened = try open(
            """
            for n in ['__MACOSX/._de.xliff', '.DS_Store', 'a/.hidden/x.csv', 'de.xcloc/Source Contents/en.strings', 'de.xcloc/Localized Contents/de.xliff']:
                z.writestr(n, 'x')
            """
        )
        #expect(opened.files.map(\.path) == ["vendor.zip/de.xcloc/Localized Contents/de.xliff"])
        #expect(opened.skipped == ["macOS metadata": 1, "hidden": 2, "bundle part without translations": 1])
    }

    @Test(
        "An unsafe path, such as one that leads out of the archive, is reported, and its file is not read",
        arguments: [
            "../de.csv", "a/../../de.csv", "/etc/de.csv", "C:/de.csv", "..\\\\de.csv", ".", "./.", "../\u{301}de.csv",
            "\u{301}de.csv", "a/\u{301}de.csv",
        ]
    )
    func slip(path: String) throws {
        let opened = try open("z.writestr('\(path)', 'x')\nz.writestr('ok.csv', 'x')")
        #expect(opened.findings.map(\.rule) == ["archive-unsafe-path"])
        #expect(opened.files.map(\.path) == ["vendor.zip/ok.csv"])
    }

    @Test("Links are skipped")
    func links() throws {
        let opened = try open(
            """
            i = zipfile.ZipInfo('de.csv'); i.create_system = 3; i.external_attr = 0o120777 << 16
            z.writestr(i, '/etc/passwd')
            """
        )
        #expect(opened.files.isEmpty)
        #expect(opened.skipped == ["link or device in an archive": 1])
    }

    @Test("Two names that differ only in letter case are reported, and the first is read")
    func duplicates() throws {
        let opened = try open("z.writestr('de.csv', 'eins')\nz.writestr('DE.csv', 'zwei')")
        #expect(opened.findings.map(\.rule) == ["archive-duplicate-name"])
        #expect(opened.files.count == 1)
    }

    @Test("If an archive contains a decompression bomb, none of its files are read")
    func bomb() throws {
        let opened = try open("z.writestr('a.csv', 'x')\nz.writestr('bomb.csv', b'0' * (32 << 20))")
        #expect(opened.findings.map(\.rule) == ["archive-too-big"])
        #expect(opened.files.isEmpty)
    }

    @Test("Limits on size and number of entries apply")
    func caps() throws {
        var limits = DeliveryArchive.Limits()
        limits.unpackedBytes = 1_000
        #expect(try open("z.writestr('a.csv', 'x' * 2000)", limits: limits).findings.map(\.rule) == ["archive-too-big"])
        limits = DeliveryArchive.Limits()
        limits.entries = 3
        let many = try open("for n in range(5): z.writestr(str(n) + '.csv', 'x')", limits: limits)
        #expect(many.findings.map(\.rule) == ["archive-too-big"])
        limits = DeliveryArchive.Limits()
        limits.archiveBytes = 10
        #expect(try open("z.writestr('a.csv', 'x')", limits: limits).findings.map(\.rule) == ["archive-too-big"])
    }

    /// Returns a script that writes uncompressed entries, each with a wrong checksum.
    private static func failing(_ count: Int, bytes: Int) -> String {
        """
        for n in range(\(count)): z.writestr(zipfile.ZipInfo(str(n) + '.csv'), b'0' * \(bytes))
        z.close()
        data = open(sys.argv[1], 'rb').read()
        import re, struct, zlib
        crc = struct.pack('<I', zlib.crc32(b'0' * \(bytes)))
        open(sys.argv[1], 'wb').write(data.replace(crc, b'abcd'))
        z = open(sys.argv[1], 'ab')
        """
    }

    @Test("After three entries that can't be unpacked, no more are tried")
    func failures() throws {
        let opened = try open(Self.failing(50, bytes: 100))
        #expect(opened.findings.map(\.rule) == ["archive-damaged", "archive-damaged", "archive-damaged"])
        #expect(opened.findings.last?.remedy.contains("not read") == true)
        // Some of libarchive's messages end with a line break.
        #expect(opened.findings.allSatisfy { !$0.text.contains("\n") && $0.text.hasSuffix(".") })
        #expect(opened.files.isEmpty)
    }

    @Test("Bytes of a failed entry count against the limits")
    func failuresCount() throws {
        var limits = DeliveryArchive.Limits()
        limits.unpackedBytes = 300_000
        let opened = try open(Self.failing(2, bytes: 200_000), limits: limits)
        #expect(opened.findings.map(\.rule) == ["archive-damaged", "archive-too-big"])
    }

    @Test("A damaged archive is reported as damaged")
    func damaged() throws {
        let bytes: [UInt8] = [0x50, 0x4B, 0x03, 0x04] + Array(repeating: 7, count: 100)
        let opened = try DeliveryArchive.open(SourceFile(path: "vendor.zip", bytes: bytes))
        #expect(opened.findings.map(\.rule) == ["archive-damaged"])
    }

    @Test(
        "LZMA, which may need gigabytes of memory, is not unpacked; bzip2 and Deflate are",
        arguments: ["LZMA", "BZIP2", "DEFLATED"]
    )
    func methods(method: String) throws {
        let opened = try open("z.writestr('a.csv', b'key,locale,text', compress_type=zipfile.ZIP_\(method))")
        #expect(opened.files.count == (method == "LZMA" ? 0 : 1))
        #expect(opened.findings.map(\.rule) == (method == "LZMA" ? ["archive-damaged"] : []))
        #expect(opened.findings.allSatisfy { $0.text.contains("only Deflate and bzip2 are unpacked") })
    }

    @Test("Archives are recognized by their first bytes")
    func recognition() {
        #expect(DeliveryArchive.recognizes(FilePrefix(path: "x", bytes: [0x50, 0x4B, 0x03, 0x04, 0])))
        #expect(!DeliveryArchive.recognizes(FilePrefix(path: "x.zip", bytes: Array("key,de".utf8))))
    }
}
