import GlossportReading
import Testing

@Suite("The encodings of PO files")
struct EncodingTests {
    private static let names = [
        "US-ASCII", "ISO-8859-1", "iso8859-2", "ISO_8859-5", "latin1", "ISO-8859-16", "KOI8-R", "KOI8-U", "KOI8-T",
        "CP850", "CP866", "CP874", "CP932", "CP949", "CP950", "windows-1250", "CP1258", "GB2312", "GBK", "GB18030",
        "EUC-JP", "EUC-KR", "BIG5", "BIG5-HKSCS", "Shift_JIS", "TIS-620",
    ]

    @Test("Each encoding keeps the printable ASCII characters", arguments: names)
    func ascii(name: String) throws {
        let text = String(String.UnicodeScalarView((0x20..<0x7F).compactMap(Unicode.Scalar.init)))
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let reading = try Reading(Reading.header(charset: name) + "msgid \"a\"\nmsgstr \"\(escaped)\\176\"\n")
        #expect(reading.texts == ["a=\(text)~"])
        #expect(reading.findings == [])
    }

    @Test(
        "Text is decoded from its encoding, even with escaped bytes or bytes equal to a backslash",
        arguments: [
            ("ISO-8859-1", "äöü"), ("ISO-8859-2", "łźő"), ("KOI8-R", "Привет"), ("CP1252", "„ä“ €"),
            ("Shift_JIS", "表ソ能"), ("CP949", "똠방각하"), ("CP950", "許功蓋"), ("GBK", "誠"), ("GB18030", "𠜎🎈"),
            ("EUC-JP", "表ソ能"), ("EUC-KR", "한국"), ("BIG5-HKSCS", "許功蓋"), ("TIS-620", "สวัสดี"), ("UTF-8", "🎈"),
        ]
    )
    func samples(name: String, sample: String) throws {
        let bytes = try #require(Self.bytes(of: sample, in: name))
        let escaped = bytes.map { byte in
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }.joined()
        var file = Array((Reading.header(charset: name) + "msgid \"a\"\nmsgstr \"").utf8)
        file += bytes + Array("\\n".utf8) + bytes + Array("\\\"\(escaped)\"\n".utf8)
        let reading = try Reading(file)
        #expect(reading.texts == ["a=\(sample)\n\(sample)\"\(sample)"])
        #expect(reading.findings == [])
    }

    @Test("Invalid bytes are reported at their location, and the next entry is read")
    func damaged() throws {
        var file = Array((Reading.header(charset: "EUC-JP") + "msgid \"a\"\nmsgstr \"").utf8)
        file += [0xC9, 0xBD, 0xFF, 0x22, 0x0A]
        file += Array("\nmsgid \"b\"\nmsgstr \"Zwei\"\n".utf8)
        let reading = try Reading(file)
        #expect(reading.texts == ["b=Zwei"])
        #expect(reading.findings.map(\.text) == ["The bytes FF are not EUC-JP."])
        #expect(reading.findings.first?.location == SourceLocation(path: "app.po", line: 7, column: 10))
    }

    @Test(
        "Invalid bytes in a line of any length are reported at their column",
        arguments: ["CP932", "EUC-JP", "BIG5-HKSCS", "GB18030"],
        [0, 1, 70_000, 200_000]
    )
    func longDamagedLine(name: String, count: Int) throws {
        let character = try #require(Self.bytes(of: "能", in: name))
        var file = Array((Reading.header(charset: name) + "msgid \"a\"\nmsgstr \"").utf8)
        file += repeatElement(character, count: count).joined()
        file += [0xFF] + Array("\"\n\nmsgid \"b\"\nmsgstr \"Zwei\"\n".utf8)
        let reading = try Reading(file)
        #expect(reading.texts == ["b=Zwei"])
        #expect(reading.findings.map(\.text) == ["The bytes FF are not \(name)."])
        #expect(reading.findings.first?.location?.column == count + 9)
    }

    @Test("The file's name supplies the locale if the bytes of the language are invalid")
    func damagedLanguage() throws {
        let header = Array(Reading.header(language: "d#e").utf8).map { $0 == UInt8(ascii: "#") ? 0xDF : $0 }
        let reading = try Reading(header + Array("msgid \"a\"\nmsgstr \"Eins\"\n".utf8), path: "locale/de.po")
        #expect(reading.units.map(\.locale) == ["de"])
        #expect(reading.errors == ["po-bad-bytes"])
    }

    /// Returns a text in an encoding.
    private static func bytes(of text: String, in name: String) -> [UInt8]? {
        guard let encoding = TextEncoding(named: name == "Shift_JIS" ? "CP932" : name) else { return nil }
        return encoding.bytes(of: Array(text.utf8)[...])
    }
}
