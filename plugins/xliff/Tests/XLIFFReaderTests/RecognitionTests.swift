import GlossportReading
internal import Testing

@testable internal import XLIFFReader

@Suite("XLIFF reader: recognition")
struct RecognitionTests {
    private static func recognize(_ text: String, path: String = "a.txt") -> Recognition {
        XLIFFReader.recognize(FilePrefix(path: path, bytes: Array(text.utf8)))
    }

    @Test(
        "A file with the root element xliff is recognized, regardless of the content before it",
        arguments: [
            "<xliff version=\"1.2\">", "<?xml version=\"1.0\"?>\n<!-- <plist> -->\n<xliff>", "<q:xliff xmlns:q=\"x\">",
            "\n <?xml version=\"1.0\"?><!DOCTYPE xliff PUBLIC \"a>\" 'b' [<!ENTITY a \"]>\">]><xliff>",
            "\u{FEFF}<xliff>",
        ]
    )
    func byContent(text: String) {
        #expect(Self.recognize(text) == .byContent)
    }

    @Test("UTF-16 is recognized, too", arguments: [true, false])
    func utf16(littleEndian: Bool) {
        let bytes = "\u{FEFF}<?xml version=\"1.0\"?><xliff>".utf16.flatMap { unit -> [UInt8] in
            let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return littleEndian ? pair : pair.reversed()
        }
        #expect(XLIFFReader.recognize(FilePrefix(path: "a", bytes: bytes)) == .byContent)
    }

    @Test("A file with another root is not recognized, even with the right extension")
    func otherRoot() {
        #expect(Self.recognize("<?xml version=\"1.0\"?><plist>", path: "a.xliff") == .no)
        #expect(Self.recognize("<xliffs>", path: "a.xlf") == .no)
    }

    @Test("A file without a root is recognized by its name", arguments: ["", "Hello", "<!-- cut off", "<xli"])
    func byName(text: String) {
        for path in ["a.xliff", "a.XLF", "a.sdlxliff", "a.mxliff", "a.mqxliff"] {
            #expect(Self.recognize(text, path: path) == .byName)
        }
        #expect(Self.recognize(text) == .no)
    }
}
