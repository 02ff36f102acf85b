import GlossportReading
internal import Testing

@testable internal import XLIFFReader

@Suite("XLIFF reader: bytes and encodings")
struct BytesTests {
    private static let text = String.unit("<target>Größe 花</target>")

    private static func utf16(_ text: String, littleEndian: Bool, mark: Bool) -> [UInt8] {
        ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return littleEndian ? [low, high] : [high, low]
        }
    }

    private static func declaring(_ encoding: String) -> String { text.replacing("UTF-8", with: encoding) }

    @Test("UTF-16 with a mark is read even if the declaration names UTF-8", arguments: [true, false])
    func utf16WithMark(littleEndian: Bool) throws {
        for text in [Self.text, Self.declaring("UTF-16")] {
            let reading = try Reading(bytes: Self.utf16(text, littleEndian: littleEndian, mark: true))
            #expect(reading.targets == ["Größe 花"])
            #expect(reading.findings == [])
        }
    }

    @Test("UTF-16 without a mark is read if it is declared", arguments: [true, false])
    func utf16Declared(littleEndian: Bool) throws {
        let bytes = Self.utf16(Self.declaring("utf-16"), littleEndian: littleEndian, mark: false)
        let reading = try Reading(bytes: bytes)
        #expect(reading.targets == ["Größe 花"])
        #expect(reading.findings == [])
    }

    @Test("UTF-16 without a mark or a declaration is rejected with an explanation")
    func utf16Undeclared() throws {
        let reading = try Reading(bytes: Self.utf16(Self.text, littleEndian: true, mark: false))
        #expect(reading.units == [])
        #expect(reading.rules == ["utf16-without-mark"])
        #expect(reading.findings.first?.text.contains("UTF-16") == true)
    }

    @Test("UTF-8 declared as UTF-16 is read with a warning")
    func utf8DeclaredUTF16() throws {
        let reading = try Reading(Self.declaring("utf-16"))
        #expect(reading.targets == ["Größe 花"])
        #expect(reading.rules == ["encoding-mismatch"])
        #expect(reading.errors == [])
    }

    @Test("A UTF-8 mark overrides a declaration of ISO-8859-1, with a warning")
    func markBeatsDeclaration() throws {
        let reading = try Reading(bytes: [0xEF, 0xBB, 0xBF] + Array(Self.declaring("ISO-8859-1").utf8))
        #expect(reading.targets == ["Größe 花"])
        #expect(reading.rules == ["encoding-mismatch"])
    }

    @Test("A declared code page is read")
    func codePage() throws {
        let text = Self.declaring("ISO-8859-1").replacing("花", with: "")
        let reading = try Reading(bytes: text.unicodeScalars.map { UInt8($0.value) })
        #expect(reading.targets == ["Größe"])
        #expect(reading.findings == [])
        #expect(reading.detected("encoding") == ["ISO-8859-1 declared"])
    }

    @Test("Latin-1 bytes declared as UTF-8 are an error with line, column and bytes")
    func latin1DeclaredUTF8() throws {
        let bytes = Self.text.replacing("花", with: "").unicodeScalars.map { UInt8($0.value) }
        let reading = try Reading(bytes: bytes)
        #expect(reading.units == [])
        #expect(reading.rules == ["bad-bytes"])
        let finding = try #require(reading.findings.first)
        #expect(finding.text.contains("F6 DF"))
        let line = try #require(Self.text.split(separator: "\n").first { $0.contains("Gr") })
        let column = try #require(line.firstIndex(of: "ö").map { line.distance(from: line.startIndex, to: $0) + 1 })
        #expect(finding.location == .here(5, column))
    }

    @Test("White space before the XML declaration is skipped with a warning")
    func leadingSpace() throws {
        let reading = try Reading("\n\n " + Self.text)
        #expect(reading.targets == ["Größe 花"])
        #expect(reading.rules == ["leading-space"])
        #expect(reading.findings.first?.location == .here(3, 2))
        #expect(reading.units.first?.location.line == 7)
    }

    @Test("White space before a file without a declaration causes no finding")
    func leadingSpaceWithoutDeclaration() throws {
        let text = Self.text.split(separator: "\n").dropFirst().joined(separator: "\n")
        #expect(try Reading("\n" + text).findings == [])
    }

    @Test("An undeclared prefix is accepted with one warning")
    func undeclaredPrefix() throws {
        let reading = try Reading(
            .version12(
                """
                <trans-unit id="a" iws:x="1" iws:y="2"><source>A</source><target>B</target><iws:seg>no</iws:seg></trans-unit>
                """
            )
        )
        #expect(reading.targets == ["B"])
        #expect(reading.rules == ["undeclared-prefix"])
        #expect(reading.errors == [])
        #expect(reading.findings.first?.location == .here(5, 1))
    }

    @Test("An unknown encoding is an error that suggests UTF-8", arguments: ["klingon-8", "UTF-8//IGNORE"])
    func unknownEncoding(name: String) throws {
        let reading = try Reading(Self.declaring(name))
        #expect(reading.rules == ["unknown-encoding"])
        #expect(reading.findings.first?.remedy.description.contains("UTF-8") == true)
    }

    @Test("An encoding name too long to read in full is reported as unknown")
    func endlessEncoding() throws {
        let reading = try Reading(Self.declaring(String(repeating: "x", count: 100_000)))
        #expect(reading.rules == ["unknown-encoding"])
    }

    @Test("An empty file and a file of white space are errors", arguments: ["", "\n", " \r\n\t", "\u{FEFF}"])
    func empty(text: String) throws {
        #expect(try Reading(text).rules == ["empty"])
    }

    @Test("A file that ends inside a character is reported as truncated")
    func cutCharacter() throws {
        let bytes = Array(Self.text.utf8)
        let end = try #require(bytes.firstIndex(of: 0xE8)) + 1
        let reading = try Reading(bytes: Array(bytes[..<end]))
        #expect(reading.rules == ["bad-bytes"])
        #expect(reading.findings.first?.text.contains("truncated") == true)
    }

    @Test("A zero byte is an error at its location, and units before it are read")
    func zeroByte() throws {
        let text = String.version12(
            """
            <trans-unit id="a"><source>A</source><target>B</target></trans-unit>
            <trans-unit id="b"><source>A</source><target>B\u{0}</target></trans-unit>
            """
        )
        let reading = try Reading(text)
        #expect(reading.keys == ["a"])
        #expect(reading.rules == ["illegal-character"])
        #expect(reading.findings.first?.location == .here(6, 47))
    }
}
