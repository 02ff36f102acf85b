import GlossportReading
import StringsReader
import Testing

@Suite("Encodings of .strings files")
struct EncodingTests {
    private static let text = "\"k\" = \"größer 花 🎈\";\n\"l\" = \"Ende\";\n"

    private static func encode(_ text: String, bits: Int, bigEndian: Bool, mark: Bool) -> [UInt8] {
        let units =
            bits == 16
            ? (mark ? [0xFEFF] : []) + text.utf16.map { UInt32($0) }
            : (mark ? [0xFEFF] : []) + text.unicodeScalars.map(\.value)
        return units.flatMap { unit -> [UInt8] in
            let bytes = (0..<bits / 8).map { UInt8(truncatingIfNeeded: unit >> UInt32(8 * $0)) }
            return bigEndian ? bytes.reversed() : bytes
        }
    }

    @Test(
        "A byte order mark determines the encoding",
        arguments: [(16, false, "UTF-16LE"), (16, true, "UTF-16BE"), (32, false, "UTF-32LE"), (32, true, "UTF-32BE")]
    )
    func marked(bits: Int, bigEndian: Bool, name: String) throws {
        let reading = try Reading(Self.encode(Self.text, bits: bits, bigEndian: bigEndian, mark: true))
        #expect(reading.pairs == ["k=größer 花 🎈", "l=Ende"])
        #expect(reading.units.map(\.location.column) == [7, 7])
        #expect(reading.findings == [])
        #expect(reading.summary.detected.contains(.init("encoding", name)))
    }

    @Test(
        "UTF-16 without a mark is rejected with a remedy, and read if the `encoding` option is set",
        arguments: [false, true]
    )
    func unmarked(bigEndian: Bool) throws {
        let bytes = Self.encode(Self.text, bits: 16, bigEndian: bigEndian, mark: false)
        let name = bigEndian ? "UTF-16BE" : "UTF-16LE"
        let reading = try Reading(bytes)
        #expect(reading.units == [])
        #expect(reading.errors == ["strings-unmarked-utf16"])
        #expect(reading.findings.first?.remedy.description.contains(name) == true)
        for option in [name, "UTF-16"] {
            let configured = try Reading(bytes, options: ReaderOptions(values: ["encoding": option]))
            #expect(configured.pairs == ["k=größer 花 🎈", "l=Ende"])
            #expect(configured.findings == [])
        }
    }

    @Test("A legacy code page is rejected at its first invalid byte, and read if the `encoding` option is set")
    func codePage() throws {
        let bytes = Array("\"a\" = \"1\";\n\"k\" = \"gr".utf8) + [0xF6, 0xDF] + Array("er\";\n".utf8)
        let reading = try Reading(bytes)
        #expect(reading.pairs == ["a=1"])
        #expect(reading.errors == ["strings-bad-bytes"])
        #expect(reading.places == ["2:10"])
        #expect(reading.findings.first?.text.contains("F6 DF") == true)
        let configured = try Reading(bytes, options: ReaderOptions(values: ["encoding": "windows-1252"]))
        #expect(configured.pairs == ["a=1", "k=größer"])
        #expect(configured.findings == [])
    }

    @Test(
        "The remedy names a code page only if it is unambiguous, and works when followed",
        arguments: [
            ("hu", "windows-1250", "fűszerekkel, őrizd"), ("de", "macintosh", "Schöne Größe"), ("ja", "CP932", "もう少し"),
            ("ru", "KOI8-R", "Останьтесь с нами"), ("zh-Hans", "GB18030", "每天都有新的练习"), ("xx", nil, "Größe"),
        ] as [(locale: String, encoding: String?, text: String)],
        [false, true]
    )
    func remedy(example: (locale: String, encoding: String?, text: String), isXML: Bool) throws {
        let (locale, name, text) = example
        let pair =
            isXML
            ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist><dict><key>k</key><string>\(text)</string></dict></plist>"
            : "\"k\" = \"\(text)\";\n"
        let encoding = try #require(TextEncoding(named: name ?? "windows-1252"))
        let bytes = try #require(encoding.bytes(of: Array(pair.utf8)[...]))
        let path = "\(locale).lproj/a.strings"
        let reading = try Reading(bytes, path: path)
        let remedy = try #require(reading.findings.first?.remedy)
        let option = remedy.firstMatch(of: #/set the option encoding to ([^ ]+)\.$/#).map { String($0.1) }
        #expect(option == name)
        guard let option else { return }
        #expect(reading.findings.first?.text.contains("looks like \(option), where they are “") == true)
        let configured = try Reading(bytes, path: path, options: ReaderOptions(values: ["encoding": option]))
        #expect(configured.pairs == ["k=\(text)"])
        #expect(configured.findings.filter { $0.severity == .error } == [])
    }

    @Test("A byte order mark overrides the `encoding` option")
    func markWins() throws {
        let bytes = Self.encode(Self.text, bits: 16, bigEndian: false, mark: true)
        let reading = try Reading(bytes, options: ReaderOptions(values: ["encoding": "windows-1252"]))
        #expect(reading.pairs == ["k=größer 花 🎈", "l=Ende"])
    }

    @Test("An unknown encoding is rejected before anything is read")
    func unknown() throws {
        #expect(throws: GlossportError.self) {
            _ = try StringsReader(options: ReaderOptions(values: ["encoding": "klingon"]))
        }
    }

    @Test("A lone surrogate in UTF-16 is an error with its location")
    func brokenUTF16() throws {
        var bytes = Self.encode("\"a\"=\"1\";\n\"b\"=\"x", bits: 16, bigEndian: false, mark: true)
        bytes += [0x00, 0xD8] + Self.encode("\";", bits: 16, bigEndian: false, mark: false)
        let reading = try Reading(bytes)
        #expect(reading.pairs == ["a=1"])
        #expect(reading.errors == ["strings-bad-bytes"])
        #expect(reading.places == ["2:7"])
    }

    @Test(
        "A file without pairs is a warning, regardless of its content",
        arguments: ["", " \n\t", "/* nothing yet */", "{}", "\u{FEFF}"]
    )
    func empty(text: String) throws {
        let reading = try Reading(text)
        #expect(reading.units == [])
        #expect(reading.findings.map(\.severity) == [.warning])
        #expect(reading.rules == ["strings-empty"])
    }
}

@Suite("Recognition of .strings files")
struct RecognitionTests {
    private func judge(_ path: String, _ text: String) -> Recognition {
        StringsReader.recognize(FilePrefix(path: path, bytes: Array(text.utf8)))
    }

    @Test(
        "A pair is recognized by its content, under any name",
        arguments: [
            "\"a\" = \"b\";", "/* x */\n// y\n\"a\" = \"b\";", "{ \"a\" = \"b\"; }", "\u{FEFF}\"a\" = \"b\";", "\"a\";",
        ]
    )
    func content(text: String) { #expect(judge("x.txt", text) == .byContent) }

    @Test(
        "Other formats are not recognized",
        arguments: [
            "key,de\n\"a\",\"b\"\n", "{ \"a\": \"b\" }", "<?xml version=\"1.0\"?><xliff/>", "// swift\nlet a = \"b\";",
            "",
            "msgid \"a\"", "<plist><dict/></plist>", "PK\u{3}\u{4}", "a = b;",
        ]
    )
    func others(text: String) { #expect(judge("x.txt", text) == .no) }

    @Test("With the right extension, unquoted keys and property lists are recognized, too")
    func named() {
        #expect(judge("InfoPlist.strings", "CFBundleName = x;") == .byContent)
        #expect(judge("a.strings", "<?xml version=\"1.0\"?>\n<!DOCTYPE plist><plist><dict/></plist>") == .byContent)
        #expect(judge("a.strings", "bplist00") == .byContent)
        #expect(judge("a.strings", "@garbage") == .byName)
        #expect(judge("a.STRINGS", "") == .byName)
        #expect(judge("a.strings", "<?xml version=\"1.0\"?><xliff/>") == .no)
    }

    @Test("UTF-16 is decoded for recognition")
    func utf16() {
        let bytes: [UInt8] = [0xFF, 0xFE] + "\"a\" = \"b\";".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(StringsReader.recognize(FilePrefix(path: "x", bytes: bytes)) == .byContent)
    }
}
